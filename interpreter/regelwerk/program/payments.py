"""Payments."""
from .choices import Choices
class Paying(Choices):
    pass
