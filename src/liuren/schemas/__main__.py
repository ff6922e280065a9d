"""``python -m liuren.schemas`` writes the JSON Schema files from the models."""

from liuren.schemas.documents import write_all

for path in write_all():
    print(path)
