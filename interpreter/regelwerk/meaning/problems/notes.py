"""What notes say of further places that belong to a problem."""

from regelwerk.source.wording import Name, Template, Words, remark


@remark
def declared_here(name: Name) -> Words:
    return Template("`{name}` is declared here")


@remark
def declared_first(name: Name) -> Words:
    return Template("`{name}` is declared here first")


@remark
def named_here(name: Name, times: int) -> Words:
    more = (
        f", and in {times - 1} more places" if times > 2 else ", and in one more place" if times > 1 else ""
    )
    return Words(f"`{name}` is named here{more}")


@remark
def set_here(name: Name) -> Words:
    return Template("`{name}` is set here")


@remark
def used_here(call: str) -> Words:
    return Words(f"`{call}` brings this line into a scenario here")


@remark
def course_begins() -> Words:
    return Template("the course begins here")


@remark
def stands_here() -> Words:
    return Template("it stands here")


@remark
def is_declared_here() -> Words:
    return Template("it is declared here")


@remark
def other_here() -> Words:
    return Template("the other is here")


@remark
def other_stands_here() -> Words:
    return Template("the other stands here")


@remark
def step_here(step: Name, number: int) -> Words:
    return Template("`{step} {number}` is here")


@remark
def house_rule_here(title: str) -> Words:
    return Template('"{title}" is here')


@remark
def house_rule_does_it(title: str) -> Words:
    return Template('"{title}" does it here')


@remark
def house_rule_amends(title: str) -> Words:
    return Template('the house rule "{title}" amends the game')
