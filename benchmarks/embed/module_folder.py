"""Writes a folder that sentence-transformers can load, from the verified cache and the model lock."""

import json
import shutil
from pathlib import Path

from labcore.model import LockedModel, check_file, model_folder


def write_module_folder(model: LockedModel, target: Path) -> None:
    """Put weights, tokeniser and the settings that the publisher's folder has into target."""
    for name in ("tokenizer.json", "model.safetensors"):
        source = model_folder(model) / name
        check = check_file(source, model.file(name))
        if not check.good:
            raise SystemExit(f"{name}: {check.state}; run: labcore models fetch")
        shutil.copyfile(source, target / name)
    size = model.architecture
    settings = {
        "config.json": {
            "architectures": ["BertModel"],
            "model_type": "bert",
            "hidden_act": "gelu",
            "hidden_size": size.hidden,
            "intermediate_size": size.intermediate,
            "layer_norm_eps": size.layer_norm_eps,
            "max_position_embeddings": size.positions,
            "num_attention_heads": size.heads,
            "num_hidden_layers": size.layers,
            "type_vocab_size": 2,
            "vocab_size": size.vocabulary,
        },
        "tokenizer_config.json": {
            "tokenizer_class": "BertTokenizer",
            "do_lower_case": True,
            "model_max_length": size.positions,
        },
        "sentence_bert_config.json": {"max_seq_length": model.max_tokens, "do_lower_case": False},
        "modules.json": [
            {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
            {"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
            {"idx": 2, "name": "2", "path": "2_Normalize", "type": "sentence_transformers.models.Normalize"},
        ],
        "1_Pooling/config.json": {
            "word_embedding_dimension": model.dimensions,
            "pooling_mode_cls_token": False,
            "pooling_mode_mean_tokens": True,
            "pooling_mode_max_tokens": False,
            "pooling_mode_mean_sqrt_len_tokens": False,
        },
    }
    for name, content in settings.items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content), encoding="utf-8")
    (target / "2_Normalize").mkdir()
