"""大六壬 and 金口訣 charts.

``liuren`` and ``jinkoujue`` build the two kinds of chart, ``nine_methods`` the transmissions,
``riders`` the twelve generals, ``patterns`` the named lesson forms, ``disputes`` what other schools
would say, ``notation`` the one-line name of a chart, ``states`` whole arrays of charts. Import from
the module; this package imports nothing by itself.
"""
