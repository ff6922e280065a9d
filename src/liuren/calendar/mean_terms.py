"""placeholder"""

def mean_general(local: float) -> int | None:
    return None
