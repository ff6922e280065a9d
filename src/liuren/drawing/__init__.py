"""Drawing a chart: text in the old layout, and SVG.

Knows: the data form of a chart (``to_dict()``), labels in four languages.
Must not know: rules, readings, storage. Everything here is a pure function from a chart's data to a string,
so that a stored chart is drawn as it was cast.
Names: ``liuren_text``, ``jinkoujue_text``, ``liuren_svg``, ``jinkoujue_svg``.
"""
