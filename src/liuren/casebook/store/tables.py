"""The tables of a casebook, as the newest migration leaves them."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Integer, MetaData, Table, Text

metadata = MetaData()

schema_step = Table(
    "schema_step",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("at", Text, nullable=False),
)

# The present state of each case: what lists and searches read.
cases = Table(
    "cases",
    metadata,
    Column("id", Text, primary_key=True),
    Column("revision", Integer, nullable=False),
    Column("created", Text, nullable=False),
    Column("updated", Text, nullable=False),
    Column("moment", Text, nullable=False),
    Column("method", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("searched", Text, nullable=False),
    Column("content", Text, nullable=False),
    Column("digest", Text, nullable=False),
    Index("cases_by_creation", "created", "id"),
)

# Every state a case ever had; rows are only added.
revisions = Table(
    "revisions",
    metadata,
    Column("case_id", Text, ForeignKey("cases.id"), primary_key=True),
    Column("revision", Integer, primary_key=True, autoincrement=False),
    Column("at", Text, nullable=False),
    Column("content", Text, nullable=False),
    Column("digest", Text, nullable=False),
)

tags = Table(
    "tags",
    metadata,
    Column("tag", Text, primary_key=True),
    Column("case_id", Text, ForeignKey("cases.id"), primary_key=True),
)

grams = Table(
    "grams",
    metadata,
    Column("gram", Text, primary_key=True),
    Column("case_id", Text, ForeignKey("cases.id"), primary_key=True),
    Index("grams_by_case", "case_id"),
)

erasures = Table(
    "erasures",
    metadata,
    Column("case_id", Text, primary_key=True),
    Column("at", Text, nullable=False),
)

# The hash chain of all trials; rows are only added.
links = Table(
    "links",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("series", Text, nullable=False),
    Column("trial", Text, nullable=False),
    Column("content", Text, nullable=False),
    Column("hash", Text, nullable=False),
    Index("links_by_series", "series", "number"),
    Index("links_by_trial", "trial", "number"),
)

# What is sealed and not yet shown: openings by trial and name ("seal", or an entry's commitment).
sealed = Table(
    "sealed",
    metadata,
    Column("trial", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("content", Text, nullable=False),
)

readers = Table(
    "readers",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("key_hash", Text, nullable=False),
    Column("created", Text, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("trial", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("created", Text, nullable=False),
)

NAMES = frozenset(metadata.tables)
