"""Writes the reference vectors that tests/embedder/test_parity.py compares with, made by sentence-transformers.

python benchmarks/embed/reference.py --torch-python /somewhere/bin/python
"""

import argparse
import hashlib
import json
import subprocess
import tempfile
from pathlib import Path

import numpy as np
from module_folder import write_module_folder

from labcore.fixture import load
from labcore.model import locked_model
from labcore.replay import recorded_texts

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
TARGET = ROOT / "tests" / "embedder" / "reference"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--torch-python", required=True, help="A Python that has torch and sentence-transformers."
    )
    arguments = parser.parse_args()
    texts = recorded_texts(load(ROOT / "fixtures" / "policies"))
    model = locked_model()
    with tempfile.TemporaryDirectory() as folder:
        write_module_folder(model, Path(folder))
        request = {
            "folder": folder,
            "threads": 1,
            "texts": texts,
            "repeats": 0,
            "batch_sizes": [],
            "vectors": True,
        }
        done = subprocess.run(
            [arguments.torch_python, HERE / "torch_side.py"],
            input=json.dumps(request),
            capture_output=True,
            text=True,
            check=True,
        )
    answer = json.loads(done.stdout)
    np.save(TARGET / "policies.npy", np.array(answer["vectors"], dtype=np.float32))
    about = {
        "texts": "fixtures/policies: the 20 passages with their titles, then the 20 queries",
        "texts_sha256": hashlib.sha256("\0".join(texts).encode()).hexdigest(),
        "model": f"{model.repository} at {model.revision}",
        "made_by": answer["versions"],
        "made_with": "benchmarks/embed/reference.py",
    }
    (TARGET / "policies.json").write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
