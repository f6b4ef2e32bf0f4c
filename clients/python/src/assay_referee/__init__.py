"""A client of Assay, the referee of agents' work: submit, wait, explain, and verify without trusting the server."""

from .client import AssayClient, AssayError, event
from .verification import Check, Outcome, verify

__all__ = ["AssayClient", "AssayError", "Check", "Outcome", "event", "verify"]
