"""What a study found: summed up, answered in a sentence, and as Markdown (pages.py has the page)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import NormalDist, fmean
from typing import Any, Final

import viermot
from viermot.kernel import registry
from viermot.kernel.json import JsonObject
from viermot.kernel.words import Filling
from viermot.lab import metrics
from viermot.lab.ledger import ROWS, study_in, whole_rows
from viermot.lab.matches import Standing, standing
from viermot.lab.screening import Effect, effects
from viermot.lab.statistics import Estimate
from viermot.lab.studies import Study
from viermot.lab.words import digits_of, heading, level_words, metric_words, named, shown
from viermot.text import message

FEW: Final = 25  # factors of a sweep that are worth a line in a summary
SURE: Final = 0.05  # of calling any one change more than chance that is not


@dataclass(frozen=True)
class Line:
    """An arrangement, or rows with something else in common, summed up."""

    cell: str
    games: int
    failed: int  # games that broke off
    values: Mapping[str, Sequence[float]]  # by metric
    means: Mapping[str, Estimate]  # with Wilson's interval, or Student's
    levels: Mapping[str, int]  # how often each result

    def resampled(self, metric: str) -> Estimate:
        """The mean with a bootstrap interval; worked out on demand, since it takes a moment."""
        return metrics.resampled(self.values[metric])


@dataclass(frozen=True)
class Report:
    """Everything a report says."""

    study: Study
    rows: Sequence[JsonObject]
    metrics: Sequence[str]
    lines: Sequence[Line]
    groups: Mapping[str, Sequence[Line]]  # by what was noted
    match: Standing | None
    effects: Sequence[Effect]

    @property
    def main(self) -> str:
        """The metric the answer is about."""
        return self.metrics[0] if self.metrics else ""


def report_on(folder: Path) -> Report:
    """Read a study's folder and sum it up; somebody may be playing it meanwhile."""
    study = study_in(folder)
    return report_of(study, whole_rows(folder / ROWS))


def report_of(study: Study, rows: Sequence[JsonObject]) -> Report:
    """Sum up these rows of a study."""
    measured = list(study.metrics) or metrics.usual(rows)
    main = study.screen.get("metric", "")
    return Report(
        study,
        rows,
        measured,
        [] if study.screen else lines_of(study, rows, measured),
        {note: _grouped(rows, note, measured) for note in study.notes if "." in note},
        standing(study, rows) if study.test else None,
        effects(study, rows, main) if main else [],
    )


def lines_of(study: Study, rows: Sequence[JsonObject], measured: Sequence[str]) -> list[Line]:
    """The table: a line for each cell that has been played."""
    by_cell: dict[str, list[JsonObject]] = {cell.name: [] for cell in study.cells}
    for row in rows:
        by_cell[row["cell"]].append(row)
    return [line_of(name, mine, measured) for name, mine in by_cell.items() if mine]


def line_of(name: str, rows: Sequence[JsonObject], measured: Sequence[str]) -> Line:
    """Some rows in one line."""
    values = {
        metric: found
        for metric in measured
        if (found := [value for row in rows if (value := metrics.value_of(row, metric)) is not None])
    }
    return Line(
        name,
        len(rows),
        sum("failed" in row for row in rows),
        values,
        {metric: metrics.estimate(found, metric) for metric, found in values.items()},
        dict(Counter(str(row["result"].get("level", "")) for row in rows if "failed" not in row)),
    )


def _grouped(rows: Sequence[JsonObject], note: str, measured: Sequence[str]) -> list[Line]:
    """A line for each value that was noted, the commonest first; a value that is a table is shown as it is."""
    groups: dict[str, list[JsonObject]] = {}
    for row in rows:
        if "noted" in row:
            groups.setdefault(_plain(row["noted"].get(note)), []).append(row)
    return sorted((line_of(name, mine, measured) for name, mine in groups.items()), key=lambda line: -line.games)


def _plain(value: Any) -> str:
    if value is None:
        return "-"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def levels_of(report: Report) -> list[str]:
    """The results there were, the worst for the first seat first."""
    scores: dict[str, list[float]] = {}
    for row in report.rows:
        if "failed" not in row:
            level = str(row["result"].get("level", ""))
            scores.setdefault(level, []).append(next(iter(row["scores"].values())))
    known = registry.game(report.study.game).levels
    return sorted(scores, key=lambda level: (known.index(level) if level in known else -1, fmean(scores[level]), level))


@dataclass(frozen=True)
class Change:
    """What an arrangement changes against the first of its scenario, game by game on the same seeds."""

    cell: str
    pairs: int
    otherwise: int  # games with another result
    differences: Mapping[str, Sequence[float]]  # by metric


def changes_of(report: Report) -> list[Change]:
    """What each arrangement changes; a match and a sweep have ways of their own to compare."""
    if report.match is not None or report.study.screen:
        return []
    by_cell: dict[str, dict[str, JsonObject]] = {}
    for row in report.rows:
        by_cell.setdefault(row["cell"], {})[row.get("seed", "")] = row
    first: dict[tuple[str, str], str] = {}
    found = []
    for cell in report.study.cells:
        before, now = by_cell.get(first.setdefault((cell.scenario, cell.batch), cell.name)), by_cell.get(cell.name)
        if before is not now and before and now:
            pairs = [(before[seed], now[seed]) for seed in now if seed in before]
            otherwise = sum(old.get("result") != new.get("result") for old, new in pairs)
            apart = {metric: _differences(pairs, metric) for metric in report.metrics}
            found.append(Change(cell.name, len(pairs), otherwise, {name: held for name, held in apart.items() if held}))
    return found


def _differences(pairs: Sequence[tuple[JsonObject, JsonObject]], metric: str) -> list[float]:
    both = [(metrics.value_of(before, metric), metrics.value_of(now, metric)) for before, now in pairs]
    return [now - before for before, now in both if before is not None and now is not None]


# --- the answer ----------------------------------------------------------------------------------------


def answer(report: Report, locale: str) -> str:
    """The answer in a sentence or two, with its interval."""
    if report.match is not None:
        return _match_answer(report, report.match, locale)
    if report.study.screen:
        return _sweep_answer(report, locale)
    measured = [line for line in report.lines if report.main in line.means]
    if not measured:
        return message("lab.answer.nothing", locale)
    study, digits = report.study, digits_of(report.main)
    said: dict[str, Filling] = {"metric": heading(study.game, report.main, locale), "games": len(report.rows)}
    ordered = sorted(measured, key=lambda line: line.means[report.main].value)
    lowest, highest = ordered[0], ordered[-1]
    best = shown(highest.means[report.main], digits)
    if len(measured) == 1:
        return message("lab.answer.one", locale, value=best, **said)
    told = message(
        "lab.answer.study", locale, cells=len(measured), least=named(study, lowest.cell, locale),
        low=shown(lowest.means[report.main], digits), most=named(study, highest.cell, locale), high=best, **said,
    )  # fmt: skip
    return " ".join(filter(None, (told, _changes_answer(report, locale))))


def _changes_answer(report: Report, locale: str) -> str:
    """Which arrangement changes most. The greatest of many is large by chance too, so the intervals are wide enough to
    hold for all of them together.
    """
    apart = {
        change.cell: held for change in changes_of(report) if len(held := change.differences.get(report.main, ())) > 1
    }
    if not apart:
        return ""
    z = NormalDist().inv_cdf(1 - SURE / 2 / len(apart))
    found = {cell: metrics.change(held, report.main, z) for cell, held in apart.items()}
    proven = {cell: each for cell, each in found.items() if each.low > 0 or each.high < 0}
    greatest, value = max((proven or found).items(), key=lambda each: abs(each[1].value))
    how = "one_change" if len(found) == 1 else "changes" if proven else "no_change"
    return message(
        f"lab.answer.{how}", locale, changes=len(found), proven=len(proven),
        cell=named(report.study, greatest, locale), value=shown(value, digits_of(report.main), sign="+"),
    )  # fmt: skip


def _match_answer(report: Report, match: Standing, locale: str) -> str:
    names = {"first": report.study.test["first"], "second": report.study.test["second"]}
    how = "open" if match.verdict is None else "claim" if match.verdict else "null"
    gap = match.difference
    low, value, high = (f"{100 * each:+.1f}" for each in (gap.low, gap.value, gap.high))
    return message(f"lab.answer.{how}", locale, pairs=match.pairs, low=low, value=value, high=high, **names)


def _sweep_answer(report: Report, locale: str) -> str:
    metric = metric_words(report.study.game, report.main, locale)
    if not report.effects:
        return message("lab.answer.nothing", locale)
    proven = [effect for effect in report.effects if effect.matters]
    if not proven:
        return message("lab.answer.nothing_matters", locale, factors=len(report.effects), metric=metric)
    first = proven[0]
    value = shown(Estimate(first.mu_star, first.low, first.high))
    return message(
        "lab.answer.matters", locale, factors=len(report.effects), proven=len(proven), metric=metric,
        first=first.factor.name, value=value,
    )  # fmt: skip


def score_line(study: Study, match: Standing) -> str:
    """A match in one line, as testers of engines print it; the same in every language.

    Won, drawn and lost pairs, the mean scores, the difference with its interval, and where the test stands.
    """
    test, gap = study.test, match.difference
    verdict = {True: "H1", False: "H0", None: "..."}[match.verdict]
    return (
        f"{test['first']} - {test['second']}: +{match.won} ={match.drawn} -{match.lost} of {match.pairs} pairs, "
        f"{match.first:.3f} : {match.second:.3f}, {gap.value:+.3f} [{gap.low:+.3f}, {gap.high:+.3f}], "
        f"SPRT({test['null']:g}, {test['claim']:g}) LLR {match.ratio:+.2f} "
        f"[{-match.bound:.2f}, {match.bound:.2f}] {verdict}"
    )


# --- tables --------------------------------------------------------------------------------------------

Table = list[list[str]]


def table(report: Report, locale: str) -> Table:
    """The table as text: a head, and a row for each cell, or for each factor of a sweep."""
    if report.study.screen:
        return effects_table(report.effects, locale)
    lines = [(named(report.study, line.cell, locale), line) for line in report.lines]
    return lines_table(report, lines, message("lab.cell", locale), locale)


def group_table(report: Report, note: str, locale: str) -> Table:
    """The same for what was noted."""
    return lines_table(report, [(line.cell, line) for line in report.groups[note]], note, locale)


def lines_table(report: Report, lines: Sequence[tuple[str, Line]], first: str, locale: str) -> Table:
    """Lines by their names, with their means and intervals."""
    game = report.study.game
    rows = [[first, message("lab.games", locale), *(metric_words(game, metric, locale) for metric in report.metrics)]]
    for name, line in lines:
        figures = [shown(line.means.get(metric), digits_of(metric)) for metric in report.metrics]
        rows.append([name, _count(line, locale), *figures])
    return rows


def _count(line: Line, locale: str) -> str:
    return f"{line.games}" if not line.failed else message("lab.failed", locale, games=line.games, failed=line.failed)


def differences_table(report: Report, locale: str) -> Table:
    """What each arrangement changes, and in how many games it changes anything."""
    heads = [message(key, locale) for key in ("lab.cell", "lab.games", "lab.otherwise")]
    rows = [[*heads, *(metric_words(report.study.game, metric, locale) for metric in report.metrics)]]
    for change in changes_of(report):
        apart = change.differences
        figures = [
            shown(metrics.change(apart[metric], metric), digits_of(metric), sign="+") if metric in apart else ""
            for metric in report.metrics
        ]
        rows.append([named(report.study, change.cell, locale), str(change.pairs), str(change.otherwise), *figures])
    return rows


def resampled_table(report: Report, locale: str) -> Table:
    """The main figure of each line with both intervals side by side."""
    rows = [[message(key, locale) for key in ("lab.cell", "lab.usual_interval", "lab.bootstrap")]]
    for line in report.lines:
        if report.main in line.means:
            digits = digits_of(report.main)
            both = (line.means[report.main], line.resampled(report.main))
            rows.append([named(report.study, line.cell, locale), *(shown(each, digits) for each in both)])
    return rows


def effects_table(found: Sequence[Effect], locale: str, limit: int = FEW) -> Table:
    """The factors of a sweep, the most important first; those that did nothing at all are counted in a final line."""
    heads = ("lab.factor", "lab.mu_star", "lab.mu", "lab.sigma", "lab.by_chance", "lab.verdict")
    rows = [[message(key, locale) for key in heads]]
    listed = [effect for effect in found if effect.mu_star > 0][:limit]
    for effect in listed:
        verdict = message("lab.matters" if effect.matters else "lab.chance", locale)
        sizes = shown(Estimate(effect.mu_star, effect.low, effect.high))
        figures = (f"{effect.mu:+.3f}", f"{effect.sigma:.3f}", f"{effect.noise:.3f}")
        rows.append([effect.factor.name, sizes, *figures, verdict])
    if len(found) > len(listed):
        others = message("lab.other_factors", locale, count=len(found) - len(listed))
        rows.append([others, *[""] * (len(heads) - 1)])
    return rows


def levels_table(report: Report, locale: str) -> Table:
    """How often each result came, in per cent."""
    levels = levels_of(report)
    heads = [level_words(report.study.game, level, locale) for level in levels]
    rows = [[message("lab.cell", locale), message("lab.games", locale), *heads]]
    for line in report.lines:
        played = max(1, line.games - line.failed)
        shares = [f"{100 * line.levels.get(level, 0) / played:.0f} %" for level in levels]
        rows.append([named(report.study, line.cell, locale), str(line.games), *shares])
    return rows


# --- Markdown ------------------------------------------------------------------------------------------


def markdown(report: Report, command: str, locale: str) -> str:
    """The summary as Markdown."""
    study = report.study
    parts = [f"# {study.question}", f"**{answer(report, locale)}**"]
    if report.match is not None:
        parts.append(f"    {score_line(study, report.match)}")
    parts.append(markdown_table(table(report, locale)))
    if not study.screen:
        changes = differences_table(report, locale)
        if len(changes) > 1:
            parts += [f"## {message('lab.table.differences', locale)}", markdown_table(changes)]
            parts.append(f"## {message('lab.table.results', locale)}")
        parts.append(markdown_table(levels_table(report, locale)))
        parts.append(markdown_table(resampled_table(report, locale)))
    for note in report.groups:
        parts.append(f"## {message('lab.by', locale, what=note)}")
        parts.append(markdown_table(group_table(report, note, locale)))
    parts += [f"## {message('lab.repeat', locale)}", *particulars(report, locale), f"    {command}"]
    parts.append(message("lab.open_row", locale))
    return "\n\n".join(parts) + "\n"


def markdown_table(rows: Table) -> str:
    """Rows as Markdown has them."""
    head, *others = rows
    return "\n".join([_row(head), _row(["---", *["---:"] * (len(head) - 1)]), *map(_row, others)])


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


def particulars(report: Report, locale: str) -> list[str]:
    """What it takes to play it again: seeds, versions, when it was to stop."""
    study = report.study
    path = "PATH/" if study.screen else ""
    said = [message("lab.seeds", locale, seed=study.seed, games=study.games, path=path)]
    if study.stop:
        stop = {**study.stop, "metric": metric_words(study.game, study.stop["metric"], locale)}
        said.append(message("lab.stops", locale, **stop))
    if study.screen.get("left_out"):
        names = ", ".join(study.screen["left_out"])
        said.append(message("lab.left_out", locale, names=names))
    manifest = study.manifest()
    said.append(message("lab.versions", locale, version=viermot.__version__, rules=manifest["rules"],
                        pack=manifest["pack"][:16]))  # fmt: skip
    return said
