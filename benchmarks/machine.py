"""Prints what a measurement needs to say of its machine, by what it is and not by its name, as JSON.

.venv/bin/python benchmarks/machine.py [PACKAGE...]
"""

import json
import os
import platform
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path


def main() -> None:
    about = {
        "measured_at": datetime.now(tz=UTC).isoformat(timespec="seconds"),
        "processor": processor(),
        "cores": os.cpu_count(),
        "load_before": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "packages": {name: version(name) for name in sys.argv[1:]},
    }
    print(json.dumps(about))


def processor() -> str:
    path = Path("/proc/cpuinfo")
    if path.exists():
        lines = path.read_text(encoding="utf-8").splitlines()
        fields = dict(line.split(":", 1) for line in lines if ":" in line)
        named = {name.strip(): value.strip() for name, value in fields.items()}
        widest = [flag for flag in ("avx512f", "avx2", "avx") if flag in named.get("flags", "").split()][:1]
        return ", ".join([named.get("model name", "unknown"), *widest])
    return platform.processor() or "unknown"


if __name__ == "__main__":
    main()
