"""Accounts that share nothing with the engine, and the reports about other programs."""
