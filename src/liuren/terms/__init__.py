"""The vocabulary of the field as small integers and tables.

Branches are 0…11 (子…亥), stems 0…9 (甲…癸), pillars 0…59 (甲子…癸亥), generals 0…11
(貴人…天后), elements 0…4 (木火土金水). Each table names its source; 大全 is 六壬大全 in the
Four Treasuries text, 經緯 is 六壬經緯, 略決 is 占事略決 (983), 古本 is 六壬神課金口訣古本.
"""
