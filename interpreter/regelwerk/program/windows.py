"""Windows."""
class Windows:
    def __init__(self, *a): pass
    def write(self, lives): pass
