"""From the place where reading stopped to what is told to the author: the first situation that fits."""

from collections.abc import Callable

from regelwerk.source.diagnostics import Diagnostic
from regelwerk.syntax import line_errors, misplaced, part_errors, word_errors
from regelwerk.syntax.failure import Failure

SITUATIONS: tuple[Callable[[Failure], Diagnostic | None], ...] = (
    word_errors.old_word,
    misplaced.asked_of_chance,
    misplaced.empty_brackets,
    misplaced.place_of_a_set,
    misplaced.none_before_name,
    misplaced.figure_of_a_position,
    misplaced.kind_by_its_values,
    misplaced.lasts_in_a_change,
    misplaced.value_of_put,
    line_errors.missing_indentation,
    line_errors.unexpected_indentation,
    line_errors.not_in_first_column,
    line_errors.other_case,
    line_errors.amended_otherwise,
    line_errors.block_too_short,
    part_errors.condition_without_parentheses,
    part_errors.parts_without_parentheses,
    part_errors.equals_in_let,
    part_errors.equals_in_set,
    part_errors.wrong_sign,
    word_errors.unusable_sign,
    part_errors.out_of_place,
    part_errors.one_of_without_its_form,
    part_errors.in_for_inside,
    part_errors.is_before_value,
    part_errors.otherwise_opens_a_block,
    part_errors.happening_for_value,
    word_errors.word_for_name,
    part_errors.missing_parameters,
    line_errors.declaration_inside,
    line_errors.unknown_first_word,
    part_errors.missing_value,
    part_errors.part_too_late,
    part_errors.each_for_secret,
    part_errors.word_of_another_language,
    part_errors.parameter_without_name,
    part_errors.missing_colon,
    part_errors.missing_inner_word,
    part_errors.face_with_a_name,
    part_errors.missing_word,
    part_errors.ends_too_early,
    part_errors.missing_comma,
    part_errors.too_long,
)


def explain(at: Failure) -> Diagnostic:
    """Return what is wrong at the place where reading stopped."""
    for situation in SITUATIONS:
        diagnostic = situation(at)
        if diagnostic is not None:
            return diagnostic
    return part_errors.something_else(at)
