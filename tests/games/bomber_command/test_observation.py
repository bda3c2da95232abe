"""What a learner is told of a raid."""

from __future__ import annotations

from tests.support.observing import told_by_name


def test_a_learner_is_told_the_weather_his_hand_and_only_the_british_the_plot() -> None:
    told = told_by_name("bomber_command", "berlin", "told", 200)
    assert any(each["sky/weather/England=Clear"] or each["sky/weather/England=Cloud"] for each in told)
    assert any(value for each in told for name, value in each.items() if name.startswith("cards/hand#"))
    plotted = [each for each in told if each["plot[0]?"]]
    assert plotted and len(plotted) < len(told)
    for each in told:
        if not each["plot[0]?"] and each["turn"]:  # the German
            assert not any(value for name, value in each.items() if name.startswith(("plot", "targets")))
