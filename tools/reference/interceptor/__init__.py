"""The players to measure by."""

from tools.reference.interceptor.standard import StandardPilot as StandardPilot
