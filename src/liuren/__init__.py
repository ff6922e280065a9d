"""Liuren: 大六壬 and 金口訣 charts, the she fu book clause by clause, every word traced to its source."""
