"""What notes say of further places that belong to a problem."""

from regelwerk.source.wording import Name, Words, remark


@remark
def declared_here(name: Name) -> Words:
    return Words(f"`{name}` is declared here")


@remark
def declared_first(name: Name) -> Words:
    return Words(f"`{name}` is declared here first")


@remark
def stands_here() -> Words:
    return Words("it stands here")


@remark
def is_declared_here() -> Words:
    return Words("it is declared here")


@remark
def other_here() -> Words:
    return Words("the other is here")


@remark
def other_stands_here() -> Words:
    return Words("the other stands here")


@remark
def step_here(step: Name, number: int) -> Words:
    return Words(f"`{step} {number}` is here")


@remark
def house_rule_here(title: str) -> Words:
    return Words(f'"{title}" is here')


@remark
def house_rule_does_it(title: str) -> Words:
    return Words(f'"{title}" does it here')


@remark
def house_rule_amends(title: str) -> Words:
    return Words(f'the house rule "{title}" amends the game')
