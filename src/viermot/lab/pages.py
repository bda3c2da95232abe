"""A report as one self-contained page of HTML: no script, no other file, no network."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from viermot.lab import metrics, plots
from viermot.lab.reports import (
    Line,
    Report,
    Table,
    answer,
    differences_table,
    group_table,
    levels_of,
    levels_table,
    particulars,
    resampled_table,
    score_line,
    table,
)
from viermot.lab.statistics import Estimate
from viermot.lab.words import heading, level_words, metric_words, named, seat_words
from viermot.text import message

MAX_CURVES: Final = 8
MAX_FACTORS: Final = 30
MAX_LINES, MIN_LINES, ALL_LINES = 160, 20, 1100  # of a plot, and of all plots of a page together
TABLES: Final = 400_000  # bytes that the tables of a page may have together: rows.csv has every game
STYLE: Final = """
:root{color-scheme:light dark;--paper:#fbfaf7;--card:#fff;--ink:#1c2430;--soft:#5a6675;
--grid:#e4e2dc;--edge:#d9d5cb;--blue:#2f6690}
@media(prefers-color-scheme:dark){:root{--paper:#0f1520;--card:#161e2c;--ink:#e4e9f2;--soft:#9fadc2;
--grid:#28334a;--edge:#2c3850;--blue:#7fb2d9}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,"Segoe UI","DejaVu Sans",sans-serif}
main{max-width:52rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
h1{font:700 1.9rem/1.25 Georgia,"DejaVu Serif",serif;margin:0 0 .9rem;text-wrap:balance}
h2{font:700 1.15rem/1.3 Georgia,"DejaVu Serif",serif;margin:2.6rem 0 .7rem}
.answer{font-size:1.12rem;border-left:4px solid var(--blue);padding:.2rem 0 .2rem 1rem;margin:0 0 1rem}
.line,pre{font:13px/1.5 ui-monospace,"DejaVu Sans Mono",monospace;white-space:pre-wrap;overflow-wrap:anywhere;
background:var(--card);border:1px solid var(--edge);border-radius:6px;padding:.6rem .8rem;margin:.8rem 0}
figure{margin:0;background:var(--card);border:1px solid var(--edge);border-radius:8px;padding:1rem 1rem .6rem}
figcaption,.note{color:var(--soft);font-size:.88rem;margin-top:.5rem}
svg{display:block;width:100%;height:auto}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;font-size:.92rem}
td,th{padding:.32rem .7rem;text-align:right;border-bottom:1px solid var(--edge);white-space:nowrap}
th{color:var(--soft);font-weight:600;vertical-align:bottom}
td:first-child,th:first-child{text-align:left;padding-left:0;white-space:normal}
""".replace("\n", "")


def html(report: Report, command: str, locale: str) -> str:
    """The page."""
    study = report.study
    asked = escape(study.question)
    body = [f"<h1>{asked}</h1>", f'<p class="answer">{escape(answer(report, locale))}</p>']
    if report.match is not None:
        body.append(f'<div class="line">{escape(score_line(study, report.match))}</div>')
    for title, picture, caption in plots_of(report, locale):
        said = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
        body += [f"<h2>{escape(title)}</h2>", f"<figure>{picture}{said}</figure>"]
    tables = list(_tables(report, locale))
    for title, rows in tables:
        body += [f"<h2>{escape(title)}</h2>", _table(rows, TABLES // len(tables), locale)]
    body.append(f"<h2>{escape(message('lab.repeat', locale))}</h2>")
    body += [f"<p>{escape(said)}</p>" for said in particulars(report, locale)]
    body += [f"<pre>{escape(command)}</pre>", f'<p class="note">{escape(message("lab.open_row", locale))}</p>']
    return (
        f'<!doctype html><html lang="{escape(locale)}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{asked}</title><style>{STYLE}</style></head><body><main>{''.join(body)}</main></body></html>\n"
    )


def _table(rows: Table, room: int, locale: str) -> str:
    """A table, with as many of its rows as there is room for, and a last one that says how many more there are."""
    head, *others = rows
    heads = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    lines: list[str] = []
    for row in others:
        lines.append(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>")
        room -= len(lines[-1].encode())
        if room < 0:
            break
    if len(lines) < len(others):
        more = escape(message("lab.more_lines", locale, count=len(others) - len(lines)))
        lines.append(f'<tr><td colspan="{len(head)}">{more}</td></tr>')
    inside = f"<thead><tr>{heads}</tr></thead><tbody>{''.join(lines)}</tbody>"
    return f'<div class="wide" tabindex="0"><table>{inside}</table></div>'


def _tables(report: Report, locale: str) -> Iterator[tuple[str, Table]]:
    if report.study.screen:
        yield message("lab.table.factors", locale), table(report, locale)
        return
    yield message("lab.table.all", locale), table(report, locale)
    changes = differences_table(report, locale)
    if len(changes) > 1:
        yield message("lab.table.differences", locale), changes
    for note in report.groups:
        yield message("lab.by", locale, what=note), group_table(report, note, locale)
    yield message("lab.table.results", locale), levels_table(report, locale)
    yield (
        message("lab.table.intervals", locale, metric=metric_words(report.study.game, report.main, locale)),
        resampled_table(report, locale),
    )


# --- plots ---------------------------------------------------------------------------------------------

Plot = tuple[str, str, str]  # title, picture, what to know about it
Named = tuple[str, Line]  # a line, and what it is called here


def plots_of(report: Report, locale: str) -> Iterator[Plot]:
    """Every plot of a report, in order."""
    if report.study.screen:
        yield from _sweep_plots(report, locale)
        return
    if not report.lines:
        return
    maximum = _lines_each(report)
    lines = [(named(report.study, line.cell, locale, short=True), line) for line in report.lines[:maximum]]
    yield _results(report, lines, locale)
    yield _scores(report, lines, locale)
    for note, groups in report.groups.items():
        title = message("lab.by", locale, what=note)
        yield title, *_means(report, title, [(line.cell, line) for line in groups[:maximum]], report.main, locale)
    for metric in report.metrics:
        title = heading(report.study.game, metric, locale)
        if metrics.is_length(metric):
            yield _length(title, lines, metric, locale)
        elif not metric.startswith("score."):
            yield title, *_means(report, title, lines, metric, locale)
    yield _settled(report, lines, locale)


def _lines_each(report: Report) -> int:
    """How many lines a plot may have: fewer where there are many plots, since the page must stay small."""
    plots_there = 3 + len(report.groups) + len(report.metrics)
    return min(MAX_LINES, max(MIN_LINES, ALL_LINES // plots_there))


def _results(report: Report, lines: Sequence[Named], locale: str) -> Plot:
    levels = levels_of(report)
    words = [level_words(report.study.game, level, locale) for level in levels]
    counted = [(name, [line.levels.get(level, 0) for level in levels]) for name, line in lines]
    title = message("lab.plot.results", locale)
    return title, plots.stacked(title, counted, words), message("lab.plot.results.about", locale)


def _scores(report: Report, lines: Sequence[Named], locale: str) -> Plot:
    scores = [metric for metric in report.metrics if metric.startswith("score.")] or [report.main]
    game, several = report.study.game, len(scores) > 1
    shown = [
        (
            f"{name}, {seat_words(game, metric.partition('.')[2], locale)}" if several else name,
            _bounded(line.means[metric]),
            plots.COLOURS[number],
        )
        for name, line in lines
        for number, metric in enumerate(scores)
        if metric in line.means
    ]
    title = message("lab.plot.scores", locale)
    return title, plots.intervals(title, shown, plots.UNIT), message("lab.plot.scores.about", locale)


def _means(report: Report, title: str, lines: Sequence[Named], metric: str, locale: str) -> tuple[str, str]:
    """The means of a count, with their intervals."""
    found = [(name, _bounded(line.means[metric]), plots.COLOURS[0]) for name, line in lines if metric in line.means]
    ends = [end for _, each, _ in found for end in (each.low, each.high)]
    axis = plots.UNIT if metrics.is_score(metric) else plots.axis_of(ends or [0.0, 1.0])
    caption = message("lab.plot.means.about", locale, metric=metric_words(report.study.game, metric, locale))
    return plots.intervals(title, found, axis), caption


def _bounded(estimate: Estimate) -> Estimate:
    """Of a single game only its own figure is known."""
    if estimate.high - estimate.low > 1e9:
        return Estimate(estimate.value, estimate.value, estimate.value)
    return estimate


def _length(title: str, lines: Sequence[Named], metric: str, locale: str) -> Plot:
    values = [(name, line.values[metric]) for name, line in lines if metric in line.values]
    every = [value for _, some in values for value in some]
    picture = plots.boxes(title, values, plots.axis_of(every or [0.0, 1.0]))
    return title, picture, message("lab.plot.length.about", locale)


def _settled(report: Report, lines: Sequence[Named], locale: str) -> Plot:
    """How the answer came about; with many lines of some of them, evenly chosen."""
    with_it = [(name, line) for name, line in lines if report.main in line.values]
    some = with_it[:: max(1, -(-len(with_it) // MAX_CURVES))]
    series = [(name, line.values[report.main]) for name, line in some]
    means = [mean for _, values in series for _, mean in plots.running(values)[1:]]
    axis = plots.UNIT if metrics.is_score(report.main) else plots.axis_of(means or [0.0, 1.0], from_zero=False)
    title = message("lab.plot.convergence", locale)
    caption = message("lab.plot.convergence.about", locale, metric=metric_words(report.study.game, report.main, locale))
    return title, plots.curves(title, series, axis), caption


def _sweep_plots(report: Report, locale: str) -> Iterator[Plot]:
    shown = [effect for effect in report.effects if effect.mu_star > 0][:MAX_FACTORS]
    if shown:
        lines = [(e.factor.name, Estimate(e.mu_star, e.low, e.high), e.noise, e.matters) for e in shown]
        title = message("lab.plot.sensitivity", locale)
        caption = message(
            "lab.plot.sensitivity.about", locale, metric=metric_words(report.study.game, report.main, locale)
        )
        yield title, plots.sensitivity(title, lines), caption
