#!/usr/bin/env python3
"""gpu-plan pilot kit: one short run, measured on the machine that is to be judged.

From a command line, the run that a spec file (RunSpec as JSON) describes, on one process or one per GPU:

    python3 gpu_plan_pilot.py --spec spec.json
    torchrun --nproc-per-node 8 gpu_plan_pilot.py --spec spec.json

Inside a training script of your own, three lines:

    from gpu_plan_pilot import Pilot; pilot = Pilot("spec.json")
    with pilot.step(tokens=batch["input_ids"].numel()):          # around one optimizer step
    pilot.save(write_checkpoint, model=model, optimizer=optimizer, schedule=schedule, data_position=step)

and, for the restore proof, in a new process: `pilot = Pilot("spec.json", resume=True)`, load the checkpoint your way,
then `pilot.restored(model=model, optimizer=optimizer, schedule=schedule, data_position=step)`.

Each process writes what it sees to a journal, flushed at every step; `pilot-result.json` is made of the journals
alone, so that a run that dies leaves what it measured (`--collect` makes the result again). Nothing is sent anywhere
unless `--post URL` asks for it. The result holds no path, host name, user name or secret.

Exit status: 0 complete; 1 the run failed, the result holds what it measured; 2 unusable input; 3 out of memory, the
result says where; 4 the result could not be posted, it stays on disk.
"""

from __future__ import annotations

import argparse
import atexit
import contextlib
import functools
import hashlib
import importlib.util
import inspect
import json
import mmap
import os
import platform
import random
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

KIT, VERSION = "gpu-plan-pilot", 1
GIB = 2**30
RESULT = "pilot-result.json"
RUNS = ("one-gpu-pilot", "scaling-step", "restore-proof")
ITEMS = ("model", "optimizer", "schedule", "randomState", "dataPosition")
STEP_PHASES = ("forward", "backward", "optimizer-step")
PHASES = ("load", "warm-up", *STEP_PHASES, "evaluation", "generation", "checkpoint-save", "restore", "export")
COMPLETE, FAILED, UNUSABLE, OUT_OF_MEMORY, NOT_POSTED = 0, 1, 2, 3, 4
CONTINUED_STEPS = 3
LOSS_TOLERANCE = 0.01
LARGEST_POST = 2**20

Json = Dict[str, Any]


class Unusable(Exception):
    """What was given cannot be run: names the field, what was read and what is allowed."""


# ── What may leave the machine ──────────────────────────────────────────────────────────────────────────────────────

SECRET_NAME = re.compile(r"TOKEN|SECRET|KEY|PASSW|CREDENTIAL|AUTH|COOKIE|SESSION|DSN|WEBHOOK", re.I)
SECRET_SHAPE = re.compile(
    r"\b(?:hf_|sk-|xox[a-z]-|xapp-|gh[a-z]_|github_pat_|glpat-|AKIA|ASIA|eyJ)[\w.-]{8,}"
)
PLACE = re.compile(
    r"[A-Za-z][\w+.-]*://\S+"  # an address
    r"|(?<![\w.-])~?/[^\s\"']+|\b[A-Za-z]:\\\S+|\\\\\S+"  # a path
    r"|\S+@\S+\.\w+"  # a mail address
    r"|(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])"  # an address of a machine
)
LEFT_OUT = "…"
NO_NAME = {"", "localhost", "root", "user", "ubuntu", "runner", "node", "admin", "nobody"}
HOST_VARIABLES = ("HOSTNAME", "HOST", "COMPUTERNAME", "SLURMD_NODENAME", "NODE_NAME", "MASTER_ADDR")
USER_VARIABLES = ("USER", "LOGNAME", "USERNAME", "SUDO_USER")


class Scrubber:
    """Takes out of texts what names a person, a machine, a place or a secret of this environment."""

    def __init__(self, env: Mapping[str, str]) -> None:
        secrets = [value for name, value in env.items() if SECRET_NAME.search(name) and len(value) >= 6]
        places = [place for place in (env.get("HOME"), os.getcwd()) if place and len(place) > 1]
        hosts = [platform.node(), socket.gethostname(), *(env.get(name, "") for name in HOST_VARIABLES)]
        users = [env.get(name, "") for name in USER_VARIABLES] + [Path(env.get("HOME", "/")).name]
        names = {name for name in [*hosts, *(host.split(".")[0] for host in hosts), *users] if len(name) > 2}
        names = {name for name in names if name.lower() not in NO_NAME and not name.isdigit()}
        self._verbatim = sorted({*secrets, *places}, key=len, reverse=True)
        alternatives = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
        self._names = re.compile(rf"(?<![\w-])(?:{alternatives})(?![\w-])", re.I) if names else None

    def text(self, value: str, longest: int = 200) -> str:
        for verbatim in self._verbatim:
            value = value.replace(verbatim, LEFT_OUT)
        value = PLACE.sub(LEFT_OUT, SECRET_SHAPE.sub(LEFT_OUT, value))
        if self._names is not None:
            value = self._names.sub(LEFT_OUT, value)
        return re.sub(r"[\x00-\x1f\x7f]+", " ", value)[:longest]

    def tree(self, value: Any) -> Any:
        """The same shape with every text cleaned; a key that would need cleaning goes with its value."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            return {key: self.tree(below) for key, below in value.items() if self.text(str(key)) == key}
        if isinstance(value, (list, tuple)):
            return [self.tree(item) for item in value]
        return value


SPEC_KEPT = (
    "id", "model", "modelRevision", "dataRevision", "method", "objective", "stack", "stackVersion", "task", "kernels",
    "accelerator", "memoryGib", "gpus", "nodes", "parallel", "activationOffload", "precision", "optimizer",
    "optimizerInBackward", "lora", "sequenceLength", "packing", "microBatch", "gradientAccumulation", "checkpointing",
    "attention", "fusedLoss", "compile", "data", "validation", "export",
)  # fmt: skip


def public_spec(spec: Mapping[str, Any], scrub: Scrubber) -> Json:
    """The run without limits, destinations and places; a model on disk goes by the name of its folder."""
    kept = {key: spec[key] for key in SPEC_KEPT if spec.get(key) is not None}
    model = kept.get("model")
    if isinstance(model, str):
        kept["model"] = folder_name(model)
    elif isinstance(model, Mapping) and isinstance(model.get("name"), str):
        kept["model"] = {**model, "name": folder_name(model["name"])}
    return scrub.tree(kept)


def folder_name(model: str) -> str:
    is_place = bool(PLACE.match(model)) or model.startswith(".") or os.path.isdir(model)
    return re.split(r"[\\/]", model.rstrip("\\/"))[-1] or "model" if is_place else model


def public_image(env: Mapping[str, str]) -> Optional[str]:
    """The container's image without its registry, whose name may be a host of the team."""
    names = ("GPU_PLAN_PILOT_IMAGE", "CONTAINER_IMAGE", "SLURM_CONTAINER_IMAGE", "APPTAINER_NAME", "SINGULARITY_NAME")
    image = next((env[name] for name in names if env.get(name)), None)
    if image is None:
        ngc = env.get("NVIDIA_PYTORCH_VERSION")
        return f"nvidia/pytorch:{ngc}" if ngc else None
    parts = [part for part in re.split(r"[/#]+", re.sub(r"^\w+://", "", image)) if part]
    if len(parts) > 1 and re.search(r"[.:]|^localhost$", parts[0]):
        parts = parts[1:]
    return "/".join(parts[-2:])


# ── The run as asked ────────────────────────────────────────────────────────────────────────────────────────────────

METHODS = ("pretrain", "full", "lora", "qlora")
STRATEGIES = ("single", "ddp", "fsdp", "zero2", "zero3")
OPTIMIZERS = (
    "adamw", "adamw-fused", "adamw-8bit", "paged-adamw", "paged-adamw-8bit", "adafactor", "sgd", "sgd-momentum", "lion",
)  # fmt: skip
DTYPES = {"fp32": "float32", "bf16": "bfloat16", "fp16": "float16"}
FOUR_BIT = ("nf4", "nf4-dq")
PROJECTIONS = ("q", "k", "v", "o", "gate", "up", "down")


class Fields:
    """Reads fields of a JSON object by dotted path; a value that cannot be used names itself."""

    def __init__(self, tree: Mapping[str, Any]) -> None:
        self._tree = tree

    def raw(self, path: str) -> Any:
        value: Any = self._tree
        for key in path.split("."):
            value = value.get(key) if isinstance(value, Mapping) else None
        return value

    def refuse(self, path: str, allowed: str) -> Unusable:
        return Unusable(say("refused", field=path, read=json.dumps(self.raw(path))[:60], allowed=allowed))

    def whole(self, path: str, default: int) -> int:
        value = self.raw(path)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, (int, float)) or value != int(value) or value < 1:
            raise self.refuse(path, say("whole"))
        return int(value)

    def number(self, path: str, default: Optional[float]) -> Optional[float]:
        value = self.raw(path)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not value > 0:
            raise self.refuse(path, say("above-zero"))
        return float(value)

    def one_of(self, path: str, allowed: Sequence[str], default: str) -> str:
        value = self.raw(path)
        if value is None:
            return default
        if value not in allowed:
            raise self.refuse(path, ", ".join(allowed))
        return str(value)

    def flag(self, path: str, default: bool = False) -> bool:
        value = self.raw(path)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise self.refuse(path, "true, false")
        return value


@dataclass(frozen=True)
class Lora:
    rank: int
    scale: float
    targets: Tuple[str, ...]
    dtype: str


@dataclass(frozen=True)
class Settings:
    """What the run needs of a spec, with the defaults of gpu-plan filled in."""

    method: str
    strategy: str
    fsdp_version: int
    sequence_length: int
    micro_batch: int
    accumulation: int
    weights: str
    compute: str
    mode: str
    optimizer: str
    checkpointing: str
    attention: str
    compile: bool
    packing: bool
    longest_sample: int
    mean_tokens: int
    validation_batch: int
    merge: bool
    lora: Optional[Lora]

    @property
    def adapters(self) -> bool:
        return self.lora is not None

    @property
    def stored(self) -> str:
        """Dtype in which the weights lie in memory."""
        return "fp32" if self.mode == "mixed" and not self.adapters else self.weights


def read_settings(spec: Mapping[str, Any], world: int) -> Settings:
    fields = Fields(spec)
    method = fields.one_of("method", METHODS, "full")
    adapters = method in ("lora", "qlora")
    for width in ("tensor", "pipeline", "context", "expert"):
        if fields.whole(f"parallel.{width}", 1) > 1:
            raise fields.refuse(f"parallel.{width}", f"1 ({say('own-script')})")
    strategy = fields.one_of("parallel.strategy", STRATEGIES, "ddp" if world > 1 else "single")
    sequence = fields.whole("sequenceLength", 2048)
    longest = min(sequence, int(fields.number("data.longestSample", sequence) or sequence))
    mean = min(longest, int(fields.number("data.tokensPerSample", longest) or longest))
    dtypes = (*DTYPES, *FOUR_BIT) if method == "qlora" else tuple(DTYPES)
    mode = fields.one_of("precision.mode", ("pure", "mixed", "autocast"), "autocast" if adapters else "mixed")
    weights = fields.one_of("precision.weights", dtypes, "nf4" if method == "qlora" else "bf16")
    micro_batch = fields.whole("microBatch", 1)
    return Settings(
        method=method,
        strategy=("ddp" if strategy == "single" else strategy) if world > 1 else "single",
        fsdp_version=fields.whole("parallel.fsdpVersion", 2),
        sequence_length=sequence,
        micro_batch=micro_batch,
        accumulation=fields.whole("gradientAccumulation", 1),
        weights=weights,
        compute=fields.one_of("precision.compute", tuple(DTYPES), "bf16"),
        mode=mode,
        optimizer=fields.one_of("optimizer", OPTIMIZERS, "adamw"),
        checkpointing=fields.one_of("checkpointing", ("none", "full", "selective"), "none"),
        attention=fields.one_of("attention", ("flash", "sdpa", "eager"), "sdpa"),
        compile=fields.flag("compile"),
        packing=fields.flag("packing", True),
        longest_sample=longest,
        mean_tokens=mean,
        validation_batch=fields.whole("validation.batch", micro_batch),
        merge=fields.flag("export.merge"),
        lora=read_lora(fields, weights if mode == "pure" else "fp32") if adapters else None,
    )


def read_lora(fields: Fields, dtype: str) -> Lora:
    rank = fields.whole("lora.rank", 16)
    alpha = fields.number("lora.alpha", 2.0 * rank) or 2.0 * rank
    targets = fields.raw("lora.targets")
    named = {"attention": PROJECTIONS[:4], "all-linear": PROJECTIONS, None: PROJECTIONS}
    chosen = named.get(targets, targets) if isinstance(targets, (str, type(None))) else targets
    if not isinstance(chosen, (list, tuple)) or not chosen or any(name not in PROJECTIONS for name in chosen):
        raise fields.refuse("lora.targets", f"attention, all-linear, [{', '.join(PROJECTIONS)}]")
    if fields.flag("lora.dora"):
        raise fields.refuse("lora.dora", f"false ({say('own-script')})")
    scale = alpha / (rank**0.5 if fields.flag("lora.rsLora") else rank)
    return Lora(rank, scale, tuple(chosen), fields.one_of("lora.precision", tuple(DTYPES), dtype))


def not_applied(spec: Mapping[str, Any], source: str) -> List[str]:
    """Settings of the spec that change memory or speed and that this run did not use."""
    fields = Fields(spec)
    strategy = fields.raw("parallel.strategy")
    asked = {
        "kernels": bool(fields.raw("kernels")),
        "fusedLoss": fields.raw("fusedLoss") is True,
        "activationOffload": fields.raw("activationOffload") is True,
        "optimizerInBackward": fields.raw("optimizerInBackward") is True,
        "parallel.offload": fields.raw("parallel.offload") not in (None, "none"),
        "parallel.strategy": strategy in ("zero2", "zero3"),
        "lora.includeHead": fields.raw("lora.includeHead") is True,
        "lora.trainEmbeddings": fields.raw("lora.trainEmbeddings") is True,
        "precision.masterWeights": fields.raw("precision.masterWeights") is True,
        "validation.generation": fields.raw("validation.generation") is True,
        "objective": fields.raw("objective") not in (None, "sft"),
        "task": fields.raw("task") not in (None, "causal-lm"),
        "model.sliding_window": source == "shape-only" and bool(fields.raw("model.sliding_attention_layers")),
    }
    return [name for name, is_asked in asked.items() if is_asked]


# ── The model by its shape ──────────────────────────────────────────────────────────────────────────────────────────

SHAPE_NAMES = {
    "layers": ("num_layers", "num_hidden_layers", "n_layer", "n_layers"),
    "hidden": ("hidden_size", "n_embd", "d_model", "dim"),
    "heads": ("num_attention_heads", "n_head", "n_heads", "num_heads"),
    "kv_heads": ("num_key_value_heads", "n_kv_heads", "num_kv_heads", "n_head_kv"),
    "head_dim": ("head_dim", "d_kv", "kv_channels"),
    "width": ("intermediate_size", "n_inner", "d_ff", "ffn_dim", "hidden_dim", "ffn_hidden_size"),
    "vocabulary": ("vocab_size", "vocabulary_size"),
}
NOT_BUILT = (
    "moe", "num_experts", "n_routed_experts", "num_local_experts", "kv_lora_rank", "ssm", "ssm_layers",
    "linear_attention_layers", "vision", "vision_config", "encoder_layers",
)  # fmt: skip


@dataclass(frozen=True)
class Shape:
    """A dense decoder; widths in elements."""

    layers: int
    hidden: int
    heads: int
    kv_heads: int
    head_dim: int
    width: int
    vocabulary: int
    tied: bool
    gated: bool
    layer_norm: bool
    qkv_bias: bool
    positions: int


def read_shape(model: Any) -> Shape:
    if not isinstance(model, Mapping):
        raise Unusable(say("no-shape", read=json.dumps(model)[:60]))
    fields = Fields({"model": model})
    for key in NOT_BUILT:
        if model.get(key):
            raise fields.refuse(f"model.{key}", say("own-script"))
    found = {
        name: next((fields.whole(f"model.{key}", 0) for key in keys if model.get(key) is not None), None)
        for name, keys in SHAPE_NAMES.items()
    }
    missing = [SHAPE_NAMES[name][0] for name in ("layers", "hidden", "heads", "vocabulary") if found[name] is None]
    if missing:
        raise Unusable(say("shape-without", missing=", ".join(f"model.{name}" for name in missing)))
    layers, hidden, heads = int(found["layers"] or 0), int(found["hidden"] or 0), int(found["heads"] or 0)
    kv_heads = found["kv_heads"] or heads
    if heads % kv_heads != 0:
        raise fields.refuse("model.num_key_value_heads", say("divisor", of=heads))
    if found["head_dim"] is None and hidden % heads != 0:
        raise fields.refuse("model.num_attention_heads", say("divisor", of=hidden))
    mlp, norm, attention = fields.raw("model.mlp"), fields.raw("model.norm"), fields.raw("model.attention")
    return Shape(
        layers=layers,
        hidden=hidden,
        heads=heads,
        kv_heads=kv_heads,
        head_dim=found["head_dim"] or hidden // heads,
        width=found["width"] or 4 * hidden,
        vocabulary=int(found["vocabulary"] or 0),
        tied=fields.flag("model.tie_word_embeddings"),
        gated=not isinstance(mlp, Mapping) or mlp.get("gated") is not False,
        layer_norm=isinstance(norm, Mapping) and norm.get("kind") == "layernorm",
        qkv_bias=isinstance(attention, Mapping) and attention.get("qkv_bias") is True,
        positions=int(fields.number("model.learned_positions", 0) or 0),
    )


@functools.lru_cache(maxsize=None)
def modules() -> SimpleNamespace:
    """The layers of the decoder; defined on first use, so that this file imports without torch."""
    import torch
    from torch import nn
    from torch.nn import functional as F
    from torch.utils.checkpoint import checkpoint

    reentrant = {"use_reentrant": False} if "use_reentrant" in inspect.signature(checkpoint).parameters else {}

    class RmsNorm(nn.Module):
        def __init__(self, width: int) -> None:
            super().__init__()
            self.weight = nn.Parameter(torch.ones(width))

        def reset_parameters(self) -> None:
            nn.init.ones_(self.weight)

        def forward(self, x: Any) -> Any:
            wide = x.float()
            return (wide * torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + 1e-6)).to(x.dtype) * self.weight

    class LoraLinear(nn.Module):
        """A frozen projection and its trained low-rank difference."""

        def __init__(self, base: Any, lora: Lora, width_in: int, width_out: int) -> None:
            super().__init__()
            self.base = base
            self.scale = lora.scale
            dtype = getattr(torch, DTYPES[lora.dtype])
            self.down = nn.Parameter(torch.empty(lora.rank, width_in, dtype=dtype))
            self.up = nn.Parameter(torch.zeros(width_out, lora.rank, dtype=dtype))
            self.reset_parameters()

        def reset_parameters(self) -> None:
            nn.init.kaiming_uniform_(self.down, a=5**0.5)
            nn.init.zeros_(self.up)

        def forward(self, x: Any) -> Any:
            low = x if torch.is_autocast_enabled() or autocast_on_cpu() else x.to(self.down.dtype)
            return self.base(x) + (F.linear(F.linear(low, self.down), self.up) * self.scale).to(x.dtype)

        @torch.no_grad()
        def merge(self) -> None:
            self.base.weight += (self.up.float() @ self.down.float() * self.scale).to(self.base.weight.dtype)

    def autocast_on_cpu() -> bool:
        return bool(getattr(torch, "is_autocast_cpu_enabled", lambda: False)())

    def rotate(x: Any, angles: Any) -> Any:
        left, right = x.chunk(2, dim=-1)
        cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
        return torch.cat((left * cos - right * sin, right * cos + left * sin), dim=-1)

    def attend(q: Any, k: Any, v: Any, eager: bool) -> Any:
        """Causal attention over [batch, heads, length, head_dim]."""
        fused = getattr(F, "scaled_dot_product_attention", None)
        if fused is not None and not eager:
            return fused(q, k, v, is_causal=True)
        scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
        later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=q.device).triu(1)
        return scores.masked_fill(later, float("-inf")).float().softmax(-1).to(v.dtype) @ v

    class Attention(nn.Module):
        def __init__(self, shape: Shape, linear: Callable[..., Any], eager: bool) -> None:
            super().__init__()
            self.shape, self.eager = shape, eager
            inner, kv = shape.heads * shape.head_dim, shape.kv_heads * shape.head_dim
            self.q = linear("q", shape.hidden, inner, shape.qkv_bias)
            self.k = linear("k", shape.hidden, kv, shape.qkv_bias)
            self.v = linear("v", shape.hidden, kv, shape.qkv_bias)
            self.o = linear("o", inner, shape.hidden, False)

        def forward(self, x: Any, angles: Optional[Any]) -> Any:
            batch, length, _ = x.shape
            s = self.shape
            q = self.q(x).view(batch, length, s.heads, s.head_dim).transpose(1, 2)
            k = self.k(x).view(batch, length, s.kv_heads, s.head_dim).transpose(1, 2)
            v = self.v(x).view(batch, length, s.kv_heads, s.head_dim).transpose(1, 2)
            if angles is not None:
                q, k = rotate(q, angles), rotate(k, angles)
            if s.kv_heads != s.heads:
                k, v = (t.repeat_interleave(s.heads // s.kv_heads, dim=1) for t in (k, v))
            mixed = attend(q, k, v, self.eager)
            return self.o(mixed.transpose(1, 2).reshape(batch, length, s.heads * s.head_dim))

    class Mlp(nn.Module):
        def __init__(self, shape: Shape, linear: Callable[..., Any]) -> None:
            super().__init__()
            self.gate = linear("gate", shape.hidden, shape.width, False) if shape.gated else None
            self.up = linear("up", shape.hidden, shape.width, not shape.gated)
            self.down = linear("down", shape.width, shape.hidden, not shape.gated)

        def forward(self, x: Any) -> Any:
            return self.down(F.gelu(self.up(x)) if self.gate is None else F.silu(self.gate(x)) * self.up(x))

    class Layer(nn.Module):
        def __init__(self, shape: Shape, linear: Callable[..., Any], settings: Settings) -> None:
            super().__init__()
            norm = nn.LayerNorm if shape.layer_norm else RmsNorm
            self.selective = settings.checkpointing == "selective"
            self.attention_norm, self.mlp_norm = norm(shape.hidden), norm(shape.hidden)
            self.attention = Attention(shape, linear, settings.attention == "eager")
            self.mlp = Mlp(shape, linear)

        def attended(self, x: Any, angles: Optional[Any]) -> Any:
            return self.attention(self.attention_norm(x), angles)

        def forward(self, x: Any, angles: Optional[Any]) -> Any:
            recompute = self.selective and torch.is_grad_enabled()
            x = x + (checkpoint(self.attended, x, angles, **reentrant) if recompute else self.attended(x, angles))
            return x + self.mlp(self.mlp_norm(x))

    class Decoder(nn.Module):
        """Embeddings, layers, head and loss; weights are random, the shape is the model's."""

        def __init__(self, shape: Shape, settings: Settings, linear: Callable[..., Any]) -> None:
            super().__init__()
            self.shape = shape
            self.recompute = settings.checkpointing == "full"
            self.tokens = nn.Embedding(shape.vocabulary, shape.hidden)
            self.positions = nn.Embedding(shape.positions, shape.hidden) if shape.positions else None
            self.layers = nn.ModuleList(Layer(shape, linear, settings) for _ in range(shape.layers))
            self.norm = nn.LayerNorm(shape.hidden) if shape.layer_norm else RmsNorm(shape.hidden)
            self.head = nn.Linear(shape.hidden, shape.vocabulary, bias=False)
            if shape.tied:
                self.head.weight = self.tokens.weight

        def angles(self, length: int, device: Any) -> Any:
            half = self.shape.head_dim // 2
            rates = 10_000.0 ** (-torch.arange(half, device=device, dtype=torch.float32) / half)
            return torch.arange(length, device=device, dtype=torch.float32)[:, None] * rates

        def forward(self, input_ids: Any, labels: Any) -> Any:
            length = input_ids.shape[1]
            x = self.tokens(input_ids)
            if self.positions is not None:
                x = x + self.positions(torch.arange(length, device=input_ids.device))
            angles = None if self.positions is not None else self.angles(length, input_ids.device)
            recompute = self.recompute and torch.is_grad_enabled()
            if recompute and not x.requires_grad:
                x.requires_grad_(True)
            for layer in self.layers:
                x = checkpoint(layer, x, angles, **reentrant) if recompute else layer(x, angles)
            logits = self.head(self.norm(x))
            wide = logits[:, :-1].reshape(-1, self.shape.vocabulary).float()
            return F.cross_entropy(wide, labels[:, 1:].reshape(-1), ignore_index=-100)

    return SimpleNamespace(Decoder=Decoder, Layer=Layer, LoraLinear=LoraLinear)


def linear_maker(settings: Settings) -> Callable[..., Any]:
    """Projections: plain, in four bits, and with an adapter where the run trains one."""
    from torch import nn

    def plain(width_in: int, width_out: int, bias: bool) -> Any:
        if settings.weights not in FOUR_BIT:
            return nn.Linear(width_in, width_out, bias=bias)
        bnb = needed("bitsandbytes", "precision.weights")
        dtype = torch_dtype(settings.compute)
        nested = settings.weights == "nf4-dq"
        return bnb.nn.Linear4bit(
            width_in, width_out, bias=bias, compute_dtype=dtype, quant_type="nf4", compress_statistics=nested
        )

    def linear(name: str, width_in: int, width_out: int, bias: bool) -> Any:
        base = plain(width_in, width_out, bias)
        lora = settings.lora
        if lora is None or name not in lora.targets:
            return base
        return modules().LoraLinear(base, lora, width_in, width_out)

    return linear


def torch_dtype(name: str) -> Any:
    import torch

    return getattr(torch, DTYPES[name])


def needed(package: str, wanted_by: str) -> Any:
    try:
        return importlib.import_module(package)
    except ImportError as cause:
        raise Unusable(say("needs-package", package=package, field=wanted_by)) from cause


@contextlib.contextmanager
def built_on(device: Any, dtype: Any) -> Iterator[None]:
    """New tensors are made on the device and in the dtype, where this torch can do the former."""
    import torch

    before = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        with device if hasattr(torch.device, "__enter__") else contextlib.nullcontext():
            yield
    finally:
        torch.set_default_dtype(before)


def build_by_shape(spec: Mapping[str, Any], settings: Settings, device: Any) -> Any:
    import torch

    shape = read_shape(spec.get("model"))
    stored = torch_dtype(settings.compute if settings.stored in FOUR_BIT else settings.stored)
    with built_on(device, stored):
        model = modules().Decoder(shape, settings, linear_maker(settings))
    if settings.adapters:
        freeze_all_but_adapters(model)
    return model if device.type == "meta" else model.to(torch.device(device))


def freeze_all_but_adapters(model: Any) -> None:
    trained = {id(p) for m in model.modules() if isinstance(m, modules().LoraLinear) for p in (m.down, m.up)}
    for parameter in model.parameters():
        parameter.requires_grad_(id(parameter) in trained)


# ── The model by its weights (transformers, PEFT) ───────────────────────────────────────────────────────────────────

HUB_NAMES = {
    "q": "q_proj", "k": "k_proj", "v": "v_proj", "o": "o_proj", "gate": "gate_proj", "up": "up_proj", "down": "down_proj"
}  # fmt: skip


def build_by_weights(spec: Mapping[str, Any], settings: Settings, args: argparse.Namespace, device: Any) -> Any:
    """The published model; None when transformers or the weights are not on this machine."""
    model = spec.get("model")
    stated = model.get("name") or model.get("id") if isinstance(model, Mapping) else model
    name = args.weights or stated
    if args.shape_only or not name or importlib.util.find_spec("transformers") is None:
        if args.weights:
            needed("transformers", "--weights")
        return None
    import transformers

    options: Json = {
        "revision": spec.get("modelRevision"),
        "local_files_only": not args.download,
        "torch_dtype": torch_dtype(settings.compute if settings.weights in FOUR_BIT else settings.stored),
        "attn_implementation": {"flash": "flash_attention_2"}.get(settings.attention, settings.attention),
    }
    if settings.weights in FOUR_BIT:
        options["quantization_config"] = transformers.BitsAndBytesConfig(
            load_in_4bit=True,
            bnb_4bit_quant_type="nf4",
            bnb_4bit_use_double_quant=settings.weights == "nf4-dq",
            bnb_4bit_compute_dtype=torch_dtype(settings.compute),
        )
        options["device_map"] = {"": device}
    try:
        loaded = transformers.AutoModelForCausalLM.from_pretrained(name, **options)
    except OSError:
        if args.weights or args.download:
            raise Unusable(say("no-weights")) from None
        return None
    if settings.checkpointing != "none":
        loaded.gradient_checkpointing_enable()
        loaded.enable_input_require_grads()
    loaded = with_peft(loaded, settings.lora) if settings.lora is not None else loaded
    return loaded if "device_map" in options else loaded.to(device)


def with_peft(model: Any, lora: Lora) -> Any:
    peft = needed("peft", "method")
    config = peft.LoraConfig(
        r=lora.rank,
        lora_alpha=lora.scale * lora.rank,
        target_modules=[HUB_NAMES[name] for name in lora.targets],
        task_type="CAUSAL_LM",
    )
    return peft.get_peft_model(model, config)


# ── Data: the longest batches, and a position that can be restored ──────────────────────────────────────────────────


@dataclass
class Batch:
    input_ids: Any
    labels: Any
    padded: int
    packed: int
    trained: int
    longest: int


class Batches:
    """Batches by position: the same position gives the same batch in any process. The first is the longest."""

    def __init__(self, settings: Settings, vocabulary: int, rank: int, device: Any, lengths: Sequence[int]) -> None:
        self._settings, self._vocabulary, self._rank, self._device = settings, vocabulary, rank, device
        self._lengths = sorted((min(n, settings.sequence_length) for n in lengths), reverse=True)
        self.position = 0

    def next(self, size: Optional[int] = None) -> Batch:
        batch = self.at(self.position, size or self._settings.micro_batch)
        self.position += 1
        return batch

    def at(self, position: int, size: int) -> Batch:
        import torch

        chooser = random.Random(f"{self._rank}/{position}")
        lengths = self._lengths_of(position, size, chooser)
        generator = torch.Generator().manual_seed(chooser.getrandbits(60))
        longest = max(lengths)
        ids = torch.randint(0, self._vocabulary, (size, longest), generator=generator)
        labels = ids.clone()
        for row, length in enumerate(lengths):
            labels[row, length:] = -100
        return Batch(
            input_ids=ids.to(self._device, non_blocking=True),
            labels=labels.to(self._device, non_blocking=True),
            padded=size * longest,
            packed=sum(lengths),
            trained=int((labels[:, 1:] != -100).sum()),
            longest=longest,
        )

    def _lengths_of(self, position: int, size: int, chooser: random.Random) -> List[int]:
        settings = self._settings
        if self._lengths:
            first = self._lengths[:size]
            return (first * size)[:size] if position % 4 == 0 else [chooser.choice(self._lengths) for _ in range(size)]
        if settings.packing:
            return [settings.sequence_length] * size
        if position % 4 == 0 or settings.mean_tokens >= settings.longest_sample:
            return [settings.longest_sample] * size
        spread = min(settings.mean_tokens - 2, settings.longest_sample - settings.mean_tokens)
        return [max(2, settings.mean_tokens + chooser.randint(-max(spread, 0), max(spread, 0))) for _ in range(size)]

    def mark(self) -> Json:
        """Where it stands, and the batch that would come next."""
        following = self.at(self.position, self._settings.micro_batch)
        return {"position": self.position, "next": following.input_ids}


def read_lengths(file: Optional[str]) -> List[int]:
    """Lengths of real samples: JSON Lines with `length`, or `input_ids` of which only the count is used."""
    if file is None:
        return []
    lengths: List[int] = []
    try:
        with open(file, encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                entry = json.loads(line) if line.strip() else None
                if entry is None:
                    continue
                ids, length = (entry.get("input_ids"), entry.get("length")) if isinstance(entry, dict) else (None, None)
                count = len(ids) if isinstance(ids, list) else length
                if isinstance(count, bool) or not isinstance(count, int) or count < 2:
                    raise Unusable(say("bad-length", line=number))
                lengths.append(count)
    except (OSError, ValueError) as cause:
        raise Unusable(say("cannot-read", what="--data", why=type(cause).__name__)) from None
    if not lengths:
        raise Unusable(say("cannot-read", what="--data", why=say("empty")))
    return lengths


# ── What the machine says of itself ─────────────────────────────────────────────────────────────────────────────────

LIBRARIES = (
    "transformers", "peft", "accelerate", "trl", "datasets", "bitsandbytes", "flash-attn", "xformers", "triton",
    "deepspeed", "liger-kernel", "torchao", "numpy",
)  # fmt: skip


def rank_of(env: Mapping[str, str]) -> int:
    return int(env.get("RANK", "0"))


def world_of(env: Mapping[str, str]) -> int:
    return int(env.get("WORLD_SIZE", "1"))


def node_of(env: Mapping[str, str]) -> int:
    if env.get("GROUP_RANK", "").isdigit():
        return int(env["GROUP_RANK"])
    return rank_of(env) // max(1, int(env.get("LOCAL_WORLD_SIZE", world_of(env))))


def nodes_of(env: Mapping[str, str]) -> int:
    return max(1, world_of(env) // max(1, int(env.get("LOCAL_WORLD_SIZE", world_of(env)))))


def local_device() -> Any:
    import torch

    if not torch.cuda.is_available():
        return torch.device("cpu")
    index = int(os.environ.get("LOCAL_RANK", "0")) % max(1, torch.cuda.device_count())
    torch.cuda.set_device(index)
    return torch.device("cuda", index)


def platform_of(device: Any) -> str:
    import torch

    if device.type != "cuda":
        return "cpu"
    return "rocm" if getattr(torch.version, "hip", None) else "cuda"


def output_of(*command: str) -> Optional[str]:
    """What a program prints; None when it is not there, fails or hangs."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout


def versions_of(device: Any) -> Dict[str, str]:
    import torch

    found = {"python": platform.python_version(), "torch": torch.__version__, "kit": str(VERSION)}
    if device.type == "cuda":
        found["cuda"] = torch.version.cuda
        found["rocm"] = getattr(torch.version, "hip", None)
        cudnn = torch.backends.cudnn.version()
        found["cudnn"] = str(cudnn) if cudnn else None
    for library in LIBRARIES:
        with contextlib.suppress(metadata.PackageNotFoundError):
            found[library] = metadata.version(library)
    return {name: version for name, version in found.items() if version}


def driver_of(kind: str) -> Optional[str]:
    if kind == "cuda":
        printed = output_of("nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader")
        return printed.split("\n")[0].strip() or None if printed else None
    if kind == "rocm":
        with contextlib.suppress(OSError):
            return Path("/sys/module/amdgpu/version").read_text(encoding="ascii").strip() or None
    return None


def topology_of(kind: str) -> Optional[Dict[str, int]]:
    command = {"cuda": ("nvidia-smi", "topo", "-m"), "rocm": ("rocm-smi", "--showtopotype")}.get(kind)
    printed = output_of(*command) if command else None
    return link_counts(printed) if printed else None


def link_counts(matrix: str) -> Optional[Dict[str, int]]:
    """Pairs of GPUs by the kind of their link, from the matrix that nvidia-smi and rocm-smi print."""
    plain = re.sub(r"\x1b\[[\d;]*m", "", matrix)
    # The line of headings is indented; it names GPUs too, one alone where there is but one.
    rows = [line.split() for line in plain.splitlines() if re.match(r"GPU\d+\s", line)]
    counts: Dict[str, int] = {}
    for place, row in enumerate(rows):
        for link in row[place + 2 : len(rows) + 1]:
            counts[link] = counts.get(link, 0) + 1
    return counts or None


def binding_of() -> Json:
    """CPUs and NUMA nodes that this process may use, as the kernel lists them ("0-15")."""
    allowed = {"cpus": None, "numaNodes": None}
    names = {"Cpus_allowed_list": "cpus", "Mems_allowed_list": "numaNodes"}
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/status").read_text(encoding="ascii", errors="replace").splitlines():
            name, _, value = line.partition(":")
            if name in names:
                allowed[names[name]] = value.strip()[:200] or None
    return allowed


def transports_in(log: str) -> List[str]:
    """What NCCL or RCCL says it went over, of its own log."""
    found = re.findall(r"\bvia (P2P/[A-Za-z]+(?:/[A-Za-z]+)?|SHM(?:/[A-Za-z]+)*|NET/[A-Za-z]+)", log)
    return sorted(set(found))[:20]


class Collectives:
    """The process group of this run, and what its library says about itself."""

    def __init__(self, device: Any, folder: Path, minutes: float) -> None:
        import torch
        import torch.distributed as dist

        self._device = device
        self._log = folder / f".collectives-{rank_of(os.environ)}.log"
        if device.type == "cuda" and "NCCL_DEBUG" not in os.environ:
            os.environ.update(NCCL_DEBUG="INFO", NCCL_DEBUG_SUBSYS="INIT,NET", NCCL_DEBUG_FILE=str(self._log))
        backend = "nccl" if device.type == "cuda" else "gloo"
        dist.init_process_group(backend, timeout=timedelta(minutes=minutes))
        self._version = torch.cuda.nccl.version() if device.type == "cuda" else None

    def facts(self) -> Json:
        if self._device.type != "cuda":
            return {"library": "gloo", "version": None, "transports": [os.environ.get("GLOO_DEVICE_TRANSPORT", "TCP")]}
        version = self._version
        text = ".".join(map(str, version)) if isinstance(version, tuple) else str(version)
        with contextlib.suppress(OSError):
            log = self._log.read_text(encoding="utf-8", errors="replace")
            self._log.unlink()
            library = "rccl" if platform_of(self._device) == "rocm" else "nccl"
            return {"library": library, "version": text, "transports": transports_in(log)}
        return {"library": "nccl", "version": text, "transports": []}


# ── Memory, time and sensors ────────────────────────────────────────────────────────────────────────────────────────


class Memory:
    """Peaks of the allocator since the last look, and what the driver says now. [GiB; None = not counted here]"""

    def __init__(self, device: Any) -> None:
        self._device = device
        self._counted = device.type == "cuda"

    def capacity(self) -> Optional[float]:
        import torch

        return torch.cuda.mem_get_info(self._device)[1] / GIB if self._counted else None

    def lap(self, driver: bool = True) -> Json:
        """Starts the allocator's peaks anew; the driver is asked between steps, not inside one."""
        if not self._counted:
            return {"allocated": None, "reserved": None, "device": None, "host": peak_host_gib()}
        import torch

        free, total = torch.cuda.mem_get_info(self._device) if driver else (0, 0)
        seen = {
            "allocated": torch.cuda.max_memory_allocated(self._device) / GIB,
            "reserved": torch.cuda.max_memory_reserved(self._device) / GIB,
            "device": (total - free) / GIB if driver else None,
            "host": peak_host_gib(),
        }
        torch.cuda.reset_peak_memory_stats(self._device)
        return seen


def peak_host_gib() -> Optional[float]:
    with contextlib.suppress(ImportError):
        import resource

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak / GIB if sys.platform == "darwin" else peak * 1024 / GIB
    return None


class Clock:
    """Marks on the device's own time line, so that a phase is timed without waiting for it."""

    def __init__(self, device: Any) -> None:
        self._on_device = device.type == "cuda"

    def mark(self) -> Any:
        if not self._on_device:
            return time.perf_counter()
        import torch

        event = torch.cuda.Event(enable_timing=True)
        event.record()
        return event

    def seconds(self, start: Any, end: Any) -> float:
        return start.elapsed_time(end) / 1000 if self._on_device else end - start

    def wait(self) -> float:
        if self._on_device:
            import torch

            torch.cuda.synchronize()
        return time.perf_counter()


class NvidiaSensor:
    QUERY = "utilization.gpu,power.draw,temperature.gpu"

    def __init__(self, gpu: str) -> None:
        self._command = ("nvidia-smi", "-i", gpu, f"--query-gpu={self.QUERY}", "--format=csv,noheader,nounits")

    def read(self) -> Optional[Tuple[Optional[float], ...]]:
        printed = output_of(*self._command)
        values = printed.strip().split("\n")[0].split(",") if printed else []
        return tuple(map(number_in, values)) if len(values) == 3 else None


class AmdSensor:
    """The kernel's own files of one card: percent, microwatts, thousandths of a degree."""

    def __init__(self, card: Path) -> None:
        self._card = card

    def read(self) -> Optional[Tuple[Optional[float], ...]]:
        busy = self._number("gpu_busy_percent")
        power = self._number("hwmon/hwmon*/power1_average", "hwmon/hwmon*/power1_input")
        heat = self._number("hwmon/hwmon*/temp1_input")
        if busy is None and power is None and heat is None:
            return None
        return busy, None if power is None else power / 1e6, None if heat is None else heat / 1e3

    def _number(self, *patterns: str) -> Optional[float]:
        for pattern in patterns:
            for file in sorted(self._card.glob(pattern)):
                with contextlib.suppress(OSError):
                    return number_in(file.read_text(encoding="ascii", errors="replace"))
        return None


def number_in(text: str) -> Optional[float]:
    found = re.search(r"-?\d+(?:\.\d+)?", text)
    return float(found.group()) if found else None


def sensor_of(device: Any) -> Union[NvidiaSensor, AmdSensor, None]:
    kind = platform_of(device)
    if kind == "cuda":
        return NvidiaSensor(visible_gpu(device.index or 0, os.environ.get("CUDA_VISIBLE_DEVICES")))
    if kind == "rocm":
        visible = os.environ.get("HIP_VISIBLE_DEVICES") or os.environ.get("ROCR_VISIBLE_DEVICES")
        cards = amd_cards(Path("/sys/class/drm"))
        place = visible_gpu(device.index or 0, visible)
        return AmdSensor(cards[int(place)]) if place.isdigit() and int(place) < len(cards) else None
    return None


def visible_gpu(index: int, visible: Optional[str]) -> str:
    """The driver's name of a GPU that the program knows by its place among those it may see."""
    names = [name.strip() for name in visible.split(",")] if visible else []
    return names[index] if index < len(names) else str(index)


def amd_cards(drm: Path) -> List[Path]:
    """Cards of AMD by their place on the bus, which is how they are numbered."""
    cards = [card / "device" for card in drm.glob("card*") if re.fullmatch(r"card\d+", card.name)]
    return sorted((card for card in cards if (card / "gpu_busy_percent").exists()), key=os.path.realpath)


class Sampler(threading.Thread):
    """Utilisation, power and temperature every two seconds, until it is stopped."""

    NAMES = ("utilisationPercent", "powerWatts", "temperatureCelsius")
    SECONDS = 2.0

    def __init__(self, sensor: Union[NvidiaSensor, AmdSensor]) -> None:
        super().__init__(daemon=True)
        self._sensor, self._over = sensor, threading.Event()
        self._seen: Dict[str, List[float]] = {name: [] for name in self.NAMES}

    def run(self) -> None:
        while not self._over.is_set():
            for name, value in zip(self.NAMES, self._sensor.read() or ()):
                if value is not None:
                    self._seen[name].append(value)
            self._over.wait(self.SECONDS)

    def stop(self) -> None:
        self._over.set()

    def summary(self) -> Json:
        return {name: spread_of(list(values)) for name, values in self._seen.items() if values}


def spread_of(values: Sequence[float]) -> Json:
    return {"median": statistics.median(values), "low": min(values), "high": max(values)}


# ── Fingerprints: equal if and only if the state is ─────────────────────────────────────────────────────────────────


def fingerprint(state: Any) -> str:
    digest = hashlib.sha256()
    feed(digest, state)
    return digest.hexdigest()


def feed(digest: Any, state: Any) -> None:
    """Feeds a tree of tensors and plain values, each with its kind, so that none can stand for another."""
    if hasattr(state, "detach") and hasattr(state, "dtype"):
        feed_tensor(digest, state.detach())
    elif isinstance(state, Mapping):
        digest.update(b"{")
        for key in sorted(state, key=str):
            digest.update(f"{key}:".encode())
            feed(digest, state[key])
        digest.update(b"}")
    elif isinstance(state, (list, tuple)):
        digest.update(b"[")
        for item in state:
            feed(digest, item)
        digest.update(b"]")
    elif hasattr(state, "tobytes"):
        digest.update(state.tobytes())
    elif not callable(state):
        digest.update(f"{type(state).__name__}={state!r};".encode())


def feed_tensor(digest: Any, tensor: Any) -> None:
    """A tensor by its bits: weighted sums of whole numbers are exact whatever the order, on any device."""
    import torch

    tensor = tensor.to_local() if hasattr(tensor, "to_local") else tensor
    digest.update(f"{tuple(tensor.shape)}{tensor.dtype}".encode())
    if tensor.numel() == 0:
        return
    whole = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}
    flat = torch.view_as_real(tensor) if tensor.is_complex() else tensor
    flat = flat.contiguous().reshape(-1).view(whole[flat.element_size()])
    chunk = 1 << 22
    for start in range(0, flat.numel(), chunk):
        part = flat[start : start + chunk].to(torch.int64)
        weights = torch.arange(1, part.numel() + 1, device=part.device)
        mixed = (part * 2654435761 + weights) * weights
        digest.update(f"{int(part.sum())},{int(mixed.sum())};".encode())


def model_state(model: Any) -> List[Tuple[str, Any]]:
    return [*model.named_parameters(), *model.named_buffers()]


def optimizer_state(optimizer: Any) -> List[Any]:
    """Moments and settings by position; the learning rate belongs to the schedule."""
    groups = []
    for group in optimizer.param_groups:
        settings = {key: value for key, value in group.items() if key not in ("params", "lr", "initial_lr")}
        groups.append([settings, [dict(optimizer.state.get(p, {})) for p in group["params"]]])
    return groups


def random_state() -> List[Any]:
    import torch

    state: List[Any] = [random.getstate(), torch.get_rng_state()]
    if torch.cuda.is_available():
        state.append(torch.cuda.get_rng_state())
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        state.append([part.tolist() if hasattr(part, "tolist") else part for part in numpy.random.get_state()])
    return state


def set_random_state(state: Sequence[Any]) -> None:
    import torch

    python, cpu, *others = state
    random.setstate((python[0], tuple(python[1]), python[2]))
    torch.set_rng_state(cpu)
    if torch.cuda.is_available():
        torch.cuda.set_rng_state(others.pop(0))
    numpy = sys.modules.get("numpy")
    if numpy is not None and others:
        numpy.random.set_state(tuple(others[0]))


def fingerprints(state: Mapping[str, Any]) -> Dict[str, Optional[str]]:
    """Of the five items that a resumed run needs; None for one that nobody handed over."""
    model, optimizer, schedule = state.get("model"), state.get("optimizer"), state.get("schedule")
    schedule = schedule.state_dict() if hasattr(schedule, "state_dict") else schedule
    position = state.get("data_position")
    return {
        "model": None if model is None else fingerprint(model_state(model)),
        "optimizer": None if optimizer is None else fingerprint(optimizer_state(optimizer)),
        "schedule": None if schedule is None else fingerprint(schedule),
        "randomState": fingerprint(random_state()),
        "dataPosition": None if position is None else fingerprint(position),
    }


# ── Running out of memory ───────────────────────────────────────────────────────────────────────────────────────────


def is_out_of_memory(error: BaseException) -> bool:
    if isinstance(error, MemoryError) or type(error).__name__ == "OutOfMemoryError":
        return True
    text = str(error).lower()
    return isinstance(error, RuntimeError) and ("out of memory" in text or "not enough memory" in text)


def sizes_in(message: str) -> Json:
    """What was asked for and what was free, of the allocator's message. [GiB]"""
    size = r"(\d+(?:\.\d+)?) ?(bytes|[KMGT]i?B)"
    asked = re.search(rf"(?:tried to allocate|you tried to allocate) {size}", message, re.I)
    free = re.search(rf"{size} (?:is )?free", message, re.I)
    return {"requestedGib": gib_in(asked), "freeGib": gib_in(free)}


def gib_in(found: Optional["re.Match[str]"]) -> Optional[float]:
    if found is None:
        return None
    power = {"b": 0, "k": 1, "m": 2, "g": 3, "t": 4}[found.group(2)[0].lower()]
    return float(found.group(1)) * 1024.0**power / GIB


# ── The journal of one process ──────────────────────────────────────────────────────────────────────────────────────


class Journal:
    """Events as JSON Lines: the only thing that a run writes, and all that its result is made of."""

    def __init__(self, folder: Path, rank: int, fresh: bool) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.file = folder / f"journal-{rank}.jsonl"
        cut = not fresh and self.file.exists() and not self.file.read_bytes().endswith(b"\n")
        self._out = open(self.file, "w" if fresh else "a", encoding="utf-8")
        if cut:
            self._out.write("\n")

    def write(self, event: str, **fields: Any) -> None:
        if self._out.closed:
            return
        self._out.write(json.dumps({"event": event, **fields}) + "\n")
        self._out.flush()
        if event != "step":
            os.fsync(self._out.fileno())

    def close(self) -> None:
        self._out.close()


class Whereabouts:
    """The phase that a process is in, on a page of a file: written without waiting for a disk, and a kill leaves it."""

    SIZE = 32

    def __init__(self, folder: Path, rank: int) -> None:
        self._page: Optional[mmap.mmap] = None
        with contextlib.suppress(OSError, ValueError):
            with open(self.file(folder, rank), "w+b") as out:
                out.truncate(self.SIZE)
                self._page = mmap.mmap(out.fileno(), self.SIZE)

    @staticmethod
    def file(folder: Path, rank: int) -> Path:
        return folder / f".phase-{rank}"

    def set(self, phase: Optional[str]) -> None:
        if self._page is not None:
            self._page[:] = (phase or "").encode("ascii").ljust(self.SIZE, b"\0")

    @classmethod
    def last(cls, folder: Path, rank: int) -> Optional[str]:
        with contextlib.suppress(OSError):
            phase = cls.file(folder, rank).read_bytes().rstrip(b"\0").decode("ascii", "replace")
            return phase if phase in PHASES else None
        return None


def read_journal(file: Path) -> List[Json]:
    """Whole lines only: the last one of a process that was killed may be cut."""
    events = []
    with contextlib.suppress(OSError):
        for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
            with contextlib.suppress(ValueError):
                event = json.loads(line)
                if isinstance(event, dict) and "event" in event:
                    events.append(event)
    return events


# ── The recorder: what a training loop holds in its hand ────────────────────────────────────────────────────────────


@dataclass
class Step:
    """One optimizer step while it runs."""

    padded: int = 0
    packed: int = 0
    trained: int = 0
    longest: int = 0
    waited_before: Optional[float] = None
    waited: Optional[float] = None
    marks: List[Tuple[str, Any, Any]] = field(default_factory=list)
    peaks: Dict[str, Json] = field(default_factory=dict)

    def count(self, padded: int, packed: int, trained: int, longest: int) -> None:
        self.padded += padded
        self.packed += packed
        self.trained += trained
        self.longest = max(self.longest, longest)


class Pilot:
    """Records a run that somebody else drives; see the head of this file for the three lines."""

    def __init__(
        self,
        spec: Union[str, Path, Mapping[str, Any]],
        out: Union[str, Path] = "pilot-out",
        *,
        resume: bool = False,
        warm_up: int = 10,
        run: Optional[str] = None,
        tokens_of: str = "rank",
        source: Optional[str] = "own-script",
        device: Any = None,
        quiet: bool = False,
    ) -> None:
        self.spec = dict(spec) if isinstance(spec, Mapping) else load_spec(Path(spec))
        self.folder = Path(out)
        self.rank, self.world = rank_of(os.environ), world_of(os.environ)
        self.device = local_device() if device is None else device
        self._memory, self._clock = Memory(self.device), Clock(self.device)
        self._warm_up, self._tokens_of, self._quiet = warm_up, tokens_of, quiet
        self._phase: Optional[str] = None
        self._step: Optional[Step] = None
        self._steps = 0
        self._waited: Optional[float] = None
        self._ended: Optional[str] = None
        self._process = uuid.uuid4().hex
        self._expected: Optional[Json] = None
        self._losses: Optional[List[float]] = None
        self._journal = Journal(self.folder, self.rank, fresh=not resume)
        self._whereabouts = Whereabouts(self.folder, self.rank)
        if resume:
            self._journal.write("resume")
        else:
            self._begin(run)
            if source is not None:
                self.model(source)
        sensor = sensor_of(self.device)
        self._sampler = Sampler(sensor) if sensor is not None else None
        if self._sampler is not None:
            self._sampler.start()
        self._memory.lap()
        self._see_the_end()

    def _begin(self, run: Optional[str]) -> None:
        import torch

        kind = platform_of(self.device)
        scrub = Scrubber(os.environ)
        name = torch.cuda.get_device_name(self.device) if kind != "cpu" else "CPU"
        default_run = "scaling-step" if self.world > 1 and self._replicated() else "one-gpu-pilot"
        self._journal.write(
            "start",
            startedAt=datetime.now(timezone.utc).isoformat(timespec="seconds"),
            run=run or default_run,
            spec=public_spec(self.spec, scrub),
            rank=self.rank,
            world=self.world,
            nodes=nodes_of(os.environ),
            platform=kind,
            gpuName=name[:200],
            driver=driver_of(kind),
            versions=versions_of(self.device),
            topology=topology_of(kind) if self.rank == 0 else None,
            container=public_image(os.environ),
            binding=binding_of(),
            capacity=self._memory.capacity(),
            tokensOf=self._tokens_of,
        )

    def _replicated(self) -> bool:
        return Fields(self.spec).raw("parallel.strategy") in (None, "single", "ddp")

    def model(self, source: str, revision: Optional[str] = None, layout: Optional[str] = None) -> None:
        """Where the weights come from, and how they lie over the processes."""
        revision = revision or self.spec.get("modelRevision")
        unused = not_applied(self.spec, source) if source != "own-script" else []
        self._journal.write("model", source=source, revision=revision, layout=layout, notApplied=unused)

    # ── phases and steps ──

    @contextlib.contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Around one phase; inside a step it counts for the step, elsewhere by itself."""
        if name not in PHASES:
            raise ValueError(f"phase {name!r}: one of {', '.join(PHASES)}")
        before, self._phase = self._phase, name
        self._whereabouts.set(name)
        step = self._step
        self._between(name)
        start = self._clock.mark() if step is not None else self._clock.wait()
        try:
            with self.watching():
                yield
        finally:
            self._phase = before
            self._whereabouts.set(before)
        if step is not None:
            step.marks.append((name, start, self._clock.mark()))
            step.peaks[name] = highest(step.peaks.get(name), self._memory.lap(driver=False))
        else:
            seconds = self._clock.wait() - start
            self._journal.write("phase", phase=name, seconds=seconds, peak=self._memory.lap())

    @contextlib.contextmanager
    def step(
        self,
        tokens: Optional[int] = None,
        *,
        padded: Optional[int] = None,
        trained: Optional[int] = None,
        longest: int = 0,
    ) -> Iterator[Step]:
        """Around one optimizer step. Tokens of this process without padding; padded and trained where they differ."""
        step = Step(waited_before=self._waited)
        self._waited = None
        if tokens is not None:
            step.count(padded or tokens, tokens, trained or tokens, longest)
        self._between(None)
        self._step = step
        start = self._clock.wait()
        try:
            with self.watching():
                yield step
        finally:
            self._step = None
        seconds = self._clock.wait() - start
        self._record(step, seconds)

    def _record(self, step: Step, inside: float) -> None:
        spent: Dict[str, float] = {}
        for name, start, end in step.marks:
            spent[name] = spent.get(name, 0.0) + self._clock.seconds(start, end)
        known = step.waited is not None or step.waited_before is not None
        before = step.waited_before or 0.0
        self._journal.write(
            "step",
            warm=self._steps < self._warm_up,
            seconds=inside + before,
            waited=before + (step.waited or 0.0) if known else None,
            tokens=[step.padded, step.packed, step.trained] if step.packed else None,
            longest=step.longest or None,
            phases=spent,
            peaks=step.peaks,
            peak=self._memory.lap(),
        )
        self._steps += 1

    def waiting(self, seconds: float) -> None:
        """Time that the running step, or the one to come, spent waiting for data."""
        if self._step is not None:
            self._step.waited = (self._step.waited or 0.0) + seconds
        else:
            self._waited = (self._waited or 0.0) + seconds

    def data(self, batches: Iterable[Any]) -> Iterator[Any]:
        """The same batches, with the time that each was waited for."""
        source = iter(batches)
        while True:
            start = time.perf_counter()
            try:
                batch = next(source)
            except StopIteration:
                return
            self.waiting(time.perf_counter() - start)
            yield batch

    def _between(self, entering: Optional[str]) -> None:
        """What was allocated since the last look belongs to no phase, but to the process's peak."""
        if self._step is None:
            self._journal.write("between", entering=entering, peak=self._memory.lap())
        else:
            seen = self._memory.lap(driver=False)
            self._step.peaks["other"] = highest(self._step.peaks.get("other"), seen)

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        """Around anything that may fail: what ends the run is written down, then raised again."""
        try:
            yield
        except BaseException as error:
            self._failed(error)
            raise

    def _failed(self, error: BaseException) -> None:
        """The first failure counts; of any other than memory only the kind is kept, never the words."""
        harmless = isinstance(error, GeneratorExit) or (isinstance(error, SystemExit) and not error.code)
        if self._ended is not None or harmless:
            return
        if is_out_of_memory(error):
            self._ended = "out-of-memory"
            self._journal.write("out-of-memory", phase=self._phase, peak=self._memory.lap(), **sizes_in(str(error)))
        else:
            self._ended = "failed"
            self._journal.write("failure", phase=self._phase, kind=type(error).__name__[:100])

    # ── checkpoint and proof of restore ──

    def save(self, write: Optional[Callable[[], Any]] = None, *, folder: Optional[Path] = None, **state: Any) -> None:
        """Times your own saving, and keeps fingerprints of model, optimizer, schedule, random state, data position."""
        start = time.perf_counter()
        if write is not None:
            with self.phase("checkpoint-save"):
                write()
            size = folder_gib(folder) if folder is not None else None
            self._journal.write("checkpoint", seconds=time.perf_counter() - start, gib=size)
        self._losses = []
        self._expected = {"process": self._process, "items": fingerprints(state), "losses": self._losses}
        self._keep_expected()
        self._memory.lap()

    def loss(self, value: float) -> None:
        """Of each step after a save, and of each after a restore: the second must follow the first."""
        if self._losses is None or len(self._losses) >= CONTINUED_STEPS:
            return
        self._losses.append(float(value))
        if self._expected is not None:
            self._keep_expected()
        else:
            self._journal.write("continued", losses=self._losses)

    def restored(self, **state: Any) -> Json:
        """In a new process, after your own loading: which of the five items are as they were when saved."""
        expected = read_json(self._expected_file()) or {}
        was, now = expected.get("items") or {}, fingerprints(state)
        checked = {item: compared(was.get(item), now[item]) for item in ITEMS}
        new_process = expected.get("process") not in (None, self._process)
        self._journal.write("restored", newProcess=new_process, lossesBefore=expected.get("losses") or [], **checked)
        self._losses = []
        self._memory.lap()
        return checked

    def _expected_file(self) -> Path:
        return self.folder / f"expected-{self.rank}.json"

    def _keep_expected(self) -> None:
        write_whole(self._expected_file(), json.dumps(self._expected))

    # ── the end ──

    def note(self, event: str, **fields: Any) -> None:
        self._journal.write(event, **fields)

    def close(self, ended: str) -> None:
        """Ends the journal; the result is made by `finish`, or by `--collect`."""
        if self._sampler is not None:
            self._sampler.stop()
            self._journal.write("sensors", **self._sampler.summary())
        if self._ended != "closed":
            self._journal.write("end", ended=self._ended or ended)
        self._ended = "closed"
        self._journal.close()
        atexit.unregister(self.finish)

    def finish(self) -> Optional[Json]:
        """Writes `pilot-result.json`; called by itself when the script ends."""
        if self._ended == "closed":
            return None
        self.close("complete")
        result = collect(self.folder) if self.rank == 0 else None
        if result is not None and not self._quiet:
            print(summary(result))
        return result

    def _see_the_end(self) -> None:
        atexit.register(self.finish)
        before = sys.excepthook

        def hook(kind: Any, error: BaseException, trace: Any) -> None:
            self._failed(error)
            before(kind, error, trace)

        sys.excepthook = hook


def highest(one: Optional[Json], other: Optional[Json]) -> Json:
    """The larger of each counter; a counter that neither has stays unknown."""
    merged: Json = {}
    for name in ("allocated", "reserved", "device", "host"):
        values = [peak[name] for peak in (one, other) if peak is not None and peak.get(name) is not None]
        merged[name] = max(values) if values else None
    return merged


def compared(was: Optional[str], now: Optional[str]) -> str:
    if was is None or now is None:
        return "not-checked"
    return "restored" if was == now else "differs"


def load_spec(file: Path) -> Json:
    try:
        spec = json.loads(file.read_text(encoding="utf-8-sig"))
    except OSError as cause:
        raise Unusable(say("cannot-read", what="--spec", why=type(cause).__name__)) from None
    except ValueError:
        raise Unusable(say("cannot-read", what="--spec", why=say("not-json"))) from None
    if not isinstance(spec, dict):
        raise Unusable(say("cannot-read", what="--spec", why=say("not-object")))
    return spec


def read_json(file: Path) -> Optional[Json]:
    try:
        value = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return value if isinstance(value, dict) else None


def write_whole(file: Path, text: str) -> None:
    """All of it or nothing: a reader never meets half a file."""
    part = file.with_name(f".{file.name}.{os.getpid()}")
    part.write_text(text, encoding="utf-8")
    os.replace(part, file)


def folder_gib(folder: Path) -> float:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / GIB


# ── From journals to one result ─────────────────────────────────────────────────────────────────────────────────────


def collect(folder: Path) -> Optional[Json]:
    """Makes `pilot-result.json` of the journals in a folder; None when none of them got as far as a machine."""
    files = sorted(folder.glob("journal-*.jsonl"), key=lambda file: int(re.sub(r"\D", "", file.stem) or 0))
    ranks = [record for record in map(fold, map(read_journal, files)) if record is not None]
    if not ranks:
        return None
    world = ranks[0]["start"]["world"]
    ranks = [record for record in ranks if record["start"]["rank"] < world]
    result = Scrubber(os.environ).tree(result_of(ranks))
    write_whole(folder / RESULT, json.dumps(result, indent=1, ensure_ascii=False) + "\n")
    return result


def fold(events: Sequence[Json]) -> Optional[Json]:
    """One process's journal as one record."""
    record: Json = {
        "steps": [], "phases": {}, "peak": highest(None, None), "ended": None, "sensors": {}, "continued": [],
        "skipped": [], "inside": None,
    }  # fmt: skip
    for event in events:
        kind = event["event"]
        record["peak"] = highest(record["peak"], event.get("peak"))
        if kind == "step":
            record["steps"].append(event)
            for peak in event["peaks"].values():
                record["peak"] = highest(record["peak"], peak)
        elif kind == "phase":
            record["phases"][event["phase"]], record["inside"] = event, None
        elif kind == "between":
            record["inside"] = event["entering"]
        elif kind == "resume":
            record["ended"] = None if record["ended"] == "complete" else record["ended"]
        elif kind == "skipped":
            record["skipped"].append(event["what"])
        elif kind == "end":
            record["ended"] = event["ended"] if record["ended"] in (None, "complete") else record["ended"]
        elif kind == "continued":
            record["continued"] = event["losses"]
        elif kind == "sensors":
            record["sensors"] = record["sensors"] or {name: event[name] for name in Sampler.NAMES if name in event}
        else:
            record[kind] = event
    return record if "start" in record else None


def result_of(ranks: Sequence[Json]) -> Json:
    first = ranks[0]
    start = first["start"]
    slowest = max(ranks, key=lambda record: statistics.median(measured(record, "seconds") or [0.0]))
    steps = measured(slowest, "seconds")
    waits = measured(slowest, "waited")
    result: Json = {
        "kit": KIT,
        "version": VERSION,
        "run": start["run"],
        "spec": start["spec"],
        "startedAt": start["startedAt"],
        "ended": ended_of(ranks),
        "modelSource": first["model"]["source"] if "model" in first else None,
        "modelRevision": first["model"]["revision"] if "model" in first else None,
        "dataRevision": start["spec"].get("dataRevision"),
        "notApplied": [*(first["model"]["notApplied"] if "model" in first else []), *first["skipped"]],
        "machine": machine_of(ranks),
        "warmUpSteps": sum(1 for step in slowest["steps"] if step["warm"]),
        "steps": rounded(steps),
        "dataSeconds": rounded(waits) if len(waits) == len(steps) else None,
        "dataWaitShare": sum(waits) / sum(steps) if waits and len(waits) == len(steps) else None,
        **tokens_of(ranks, statistics.median(steps) if steps else None),
        "longestSampleTokens": largest(step["longest"] for record in ranks for step in record["steps"]),
        "ranks": [rank_of_record(record) for record in ranks],
        "validationSeconds": seconds_of(first, "evaluation"),
        "checkpointWriteSeconds": first["checkpoint"]["seconds"] if "checkpoint" in first else None,
        "checkpointReadSeconds": seconds_of(first, "restore"),
        "checkpointGib": first["checkpoint"]["gib"] if "checkpoint" in first else None,
        "outOfMemory": out_of_memory_of(ranks),
        "failure": failure_of(ranks),
        "restore": restore_of(ranks),
    }
    optional = ("modelSource", "dataSeconds", "dataWaitShare", "tokens")
    return {name: value for name, value in result.items() if value is not None or name not in optional}


def measured(record: Json, name: str) -> List[float]:
    return [step[name] for step in record["steps"] if not step["warm"] and step[name] is not None]


def rounded(values: Sequence[float]) -> List[float]:
    """Microseconds: more is noise, and a result is to stay small."""
    return [round(value, 6) for value in values]


def largest(values: Iterable[Optional[float]]) -> Optional[float]:
    known = [value for value in values if value is not None]
    return max(known) if known else None


def ended_of(ranks: Sequence[Json]) -> str:
    """The worst end of all processes; one that wrote none was cut off, and one that is missing never came."""
    if any("out-of-memory" in record for record in ranks):
        return "out-of-memory"
    ends = [record["ended"] or "cut-off" for record in ranks]
    if len(ranks) < ranks[0]["start"]["world"]:
        ends.append("cut-off")
    return next((end for end in ("killed", "failed", "cut-off") if end in ends), "complete")


def machine_of(ranks: Sequence[Json]) -> Json:
    start = ranks[0]["start"]
    return {
        "gpuName": start["gpuName"],
        "gpus": start["world"],
        "nodes": start["nodes"],
        "driver": start["driver"],
        "versions": start["versions"],
        "platform": start["platform"],
        "topology": start["topology"],
        "collectives": ranks[0].get("collectives", {}).get("facts"),
        "container": start["container"],
        "layout": ranks[0]["model"]["layout"] if "model" in ranks[0] else None,
    }


def tokens_of(ranks: Sequence[Json], step_seconds: Optional[float]) -> Json:
    """Of one step over all processes: with padding, without, and those that are trained on."""
    means: List[List[float]] = []
    for record in ranks:
        counts = [step["tokens"] for step in record["steps"] if not step["warm"]]
        counts = [count for count in counts if count is not None]
        if counts:
            means.append([statistics.fmean(column) for column in zip(*counts)])
    if not means or len(means) < len(ranks):
        return {"tokensPerStep": None}
    sums = [sum(column) for column in zip(*means)]
    if ranks[0]["start"].get("tokensOf") == "all":
        sums = means[0]
    names = ("padded", "packed", "trained")
    per_step = dict(zip(names, sums))
    per_second = {name: per_step[name] / step_seconds for name in names} if step_seconds else None
    return {"tokensPerStep": per_step["packed"], "tokens": {"perStep": per_step, "perSecond": per_second}}


def rank_of_record(record: Json) -> Json:
    peak, start = record["peak"], record["start"]
    sensors = record["sensors"]
    return {
        "rank": start["rank"],
        **counters(peak),
        "capacityGib": start["capacity"],
        "peakHostGib": peak["host"],
        "phases": phases_of(record),
        **{name: sensors.get(name) for name in Sampler.NAMES},
        "binding": start["binding"],
    }


def counters(peak: Json) -> Json:
    names = {"allocated": "peakAllocatedGib", "reserved": "peakReservedGib", "device": "peakDeviceGib"}
    return {name: peak[counter] for counter, name in names.items()}


def phases_of(record: Json) -> List[Json]:
    """Seconds of a step's phase: the median over measured steps; of any other: as long as it took."""
    found = []
    warm = [step for step in record["steps"] if step["warm"]]
    if warm:
        peak = functools.reduce(lambda known, step: highest(known, everything_in(step)), warm, highest(None, None))
        found.append({"phase": "warm-up", "seconds": sum(step["seconds"] for step in warm), **counters(peak)})
    for name in STEP_PHASES:
        inside = [step for step in record["steps"] if name in step["peaks"]]
        if inside:
            peak = functools.reduce(lambda known, step: highest(known, step["peaks"][name]), inside, highest(None, None))
            times = [step["phases"][name] for step in inside if not step["warm"]]
            found.append({"phase": name, "seconds": statistics.median(times) if times else None, **counters(peak)})
    for name, event in record["phases"].items():
        found.append({"phase": name, "seconds": event["seconds"], **counters(event["peak"])})
    return sorted(found, key=lambda phase: PHASES.index(phase["phase"]) if phase["phase"] in PHASES else len(PHASES))


def everything_in(step: Json) -> Json:
    return functools.reduce(highest, step["peaks"].values(), step["peak"])


def seconds_of(record: Json, phase: str) -> Optional[float]:
    event = record["phases"].get(phase)
    return event["seconds"] if event else None


def out_of_memory_of(ranks: Sequence[Json]) -> Optional[Json]:
    for record in ranks:
        event = record.get("out-of-memory")
        if event is not None:
            sizes = {name: event[name] for name in ("phase", "requestedGib", "freeGib")}
            return {**sizes, "rank": record["start"]["rank"]}
    return None


def failure_of(ranks: Sequence[Json]) -> Optional[Json]:
    for record in ranks:
        event = record.get("failure") or record.get("killed")
        if event is not None:
            return {"phase": event.get("phase") or record["inside"], "kind": event["kind"], "rank": record["start"]["rank"]}
    return None


def restore_of(ranks: Sequence[Json]) -> Optional[Json]:
    """The worst answer of all processes; None when no process came so far."""
    proofs = [record.get("restored") for record in ranks]
    if not any(proofs):
        return None

    def worst(answers: Sequence[str]) -> str:
        return next((answer for answer in ("differs", "not-checked") if answer in answers), "restored")

    answers = {item: worst([proof[item] if proof else "not-checked" for proof in proofs]) for item in ITEMS}
    pairs = [loss_pairs(record) for record in ranks]
    first = pairs[0][0] if pairs[0] else (None, None)
    return {
        "newProcess": all(proof is not None and proof["newProcess"] for proof in proofs),
        **answers,
        "lossBefore": first[0],
        "lossAfter": first[1],
        "lossContinues": worst([continues(found) for found in pairs]),
        "lossTolerance": LOSS_TOLERANCE,
    }


def loss_pairs(record: Json) -> List[Tuple[float, float]]:
    before = record["restored"]["lossesBefore"] if "restored" in record else []
    return list(zip(before, record["continued"]))


def continues(pairs: Sequence[Tuple[float, float]]) -> str:
    if not pairs:
        return "not-checked"
    close = all(abs(after - before) <= LOSS_TOLERANCE * max(abs(before), 1e-6) for before, after in pairs)
    return "restored" if close else "differs"


# ── A training of our own: what the command line measures ───────────────────────────────────────────────────────────


def is_sharded(settings: Settings) -> bool:
    return settings.strategy in ("fsdp", "zero2", "zero3")


def build_model(spec: Mapping[str, Any], settings: Settings, args: argparse.Namespace, device: Any) -> Tuple[Any, str]:
    import torch

    model = build_by_weights(spec, settings, args, device)
    if model is not None:
        return model, "weights"
    later = is_sharded(settings) and not read_shape(spec.get("model")).tied
    return build_by_shape(spec, settings, torch.device("meta") if later else device), "shape-only"


def laid_out(model: Any, settings: Settings, device: Any) -> Tuple[Any, str]:
    """The model over the processes, and the name of how."""
    if settings.strategy == "single":
        return model, "single"
    if is_sharded(settings):
        return sharded(model, settings, device)
    from torch.nn.parallel import DistributedDataParallel

    return DistributedDataParallel(model, device_ids=[device.index] if device.type == "cuda" else None), "ddp"


def composable_fsdp() -> Any:
    """The module with `fully_shard` of torch 2; None before."""
    for place in ("torch.distributed.fsdp", "torch.distributed._composable.fsdp"):
        with contextlib.suppress(ImportError):
            found = importlib.import_module(place)
            if hasattr(found, "fully_shard") and hasattr(found, "MixedPrecisionPolicy"):
                return found
    return None


def sharded(model: Any, settings: Settings, device: Any) -> Tuple[Any, str]:
    from torch import nn

    blocks = max((module for module in model.modules() if isinstance(module, nn.ModuleList)), key=len)
    keeps_weights = settings.strategy == "zero2"
    compute = torch_dtype(settings.compute) if settings.mode == "mixed" else None
    fsdp2 = composable_fsdp() if settings.fsdp_version == 2 else None
    if fsdp2 is not None:
        policy = fsdp2.MixedPrecisionPolicy(param_dtype=compute)
        for block in [*blocks, model]:
            fsdp2.fully_shard(block, mp_policy=policy, reshard_after_forward=not keeps_weights)
        fill_from_meta(model, device)
        return model, "fsdp2"
    from torch.distributed.fsdp import FullyShardedDataParallel, MixedPrecision, ShardingStrategy
    from torch.distributed.fsdp.wrap import ModuleWrapPolicy

    wrapped = FullyShardedDataParallel(
        model,
        auto_wrap_policy=ModuleWrapPolicy({type(blocks[0])}),
        device_id=device,
        use_orig_params=True,
        sharding_strategy=ShardingStrategy.SHARD_GRAD_OP if keeps_weights else ShardingStrategy.FULL_SHARD,
        mixed_precision=MixedPrecision(param_dtype=compute) if compute is not None else None,
        param_init_fn=lambda module: fill_from_meta(module, device, recurse=False),
    )
    return wrapped, "fsdp1"


def fill_from_meta(model: Any, device: Any, recurse: bool = True) -> None:
    """Gives weights that have only a shape their storage and first values."""
    if not any(parameter.is_meta for parameter in model.parameters(recurse=recurse)):
        return
    model.to_empty(device=device, recurse=recurse)
    for module in model.modules() if recurse else [model]:
        if hasattr(module, "reset_parameters"):
            module.reset_parameters()


def make_optimizer(parameters: List[Any], name: str, on_gpu: bool) -> Any:
    import torch

    rate = 1e-4
    if name in ("adamw", "adamw-fused"):
        kernel = {"fused": True} if name == "adamw-fused" and on_gpu else {"foreach": True}
        return torch.optim.AdamW(parameters, lr=rate, **kernel)
    if name in ("sgd", "sgd-momentum"):
        return torch.optim.SGD(parameters, lr=rate, momentum=0.9 if name == "sgd-momentum" else 0.0)
    if name == "adafactor":
        if hasattr(torch.optim, "Adafactor"):
            return torch.optim.Adafactor(parameters, lr=rate)
        factory = needed("transformers.optimization", "optimizer").Adafactor
        return factory(parameters, lr=rate, relative_step=False, scale_parameter=False)
    names = {"adamw-8bit": "AdamW8bit", "paged-adamw": "PagedAdamW", "paged-adamw-8bit": "PagedAdamW8bit", "lion": "Lion"}
    return getattr(needed("bitsandbytes", "optimizer").optim, names[name])(parameters, lr=rate)


class Training:
    """Model, optimizer, schedule and data of one process."""

    def __init__(self, spec: Mapping[str, Any], settings: Settings, args: argparse.Namespace, device: Any) -> None:
        import torch

        torch.manual_seed(args.seed)
        random.seed(args.seed)
        self.settings, self.device = settings, device
        bare, self.source = build_model(spec, settings, args, device)
        self.revision = getattr(getattr(bare, "config", None), "_commit_hash", None)
        vocabulary = getattr(getattr(bare, "config", None), "vocab_size", None) or bare.shape.vocabulary
        self.model, self.layout = laid_out(bare, settings, device)
        self.bare = bare
        self._run = torch.compile(self.model) if settings.compile and hasattr(torch, "compile") else self.model
        self.parameters = [p for p in self.model.parameters() if p.requires_grad]
        self.optimizer = make_optimizer(self.parameters, settings.optimizer, device.type == "cuda")
        self.schedule = torch.optim.lr_scheduler.LambdaLR(self.optimizer, lambda step: max(0.1, 1 - step / 10_000))
        self.scaler = self._scaler()
        lengths = read_lengths(args.data)
        self.data = Batches(settings, vocabulary, rank_of(os.environ), device, lengths)

    def _scaler(self) -> Any:
        import torch

        scaled = self.settings.compute == "fp16" and self.device.type == "cuda"
        scalers = torch.amp if hasattr(getattr(torch, "amp", None), "GradScaler") else torch.cuda.amp
        return scalers.GradScaler(enabled=scaled)

    def state(self) -> Json:
        return {
            "model": self.model,
            "optimizer": self.optimizer,
            "schedule": self.schedule,
            "data_position": self.data.mark(),
        }

    def loss_of(self, batch: Batch) -> Any:
        import torch

        lower = self.settings.mode != "pure" and self.settings.compute != "fp32"
        compute = torch_dtype(self.settings.compute)
        with torch.autocast(self.device.type, dtype=compute) if lower else contextlib.nullcontext():
            out = self._run(input_ids=batch.input_ids, labels=batch.labels)
        return out if isinstance(out, torch.Tensor) else out.loss

    @contextlib.contextmanager
    def _synchronising(self, last: bool) -> Iterator[None]:
        """Gradients are reduced once a step, not once a micro-batch."""
        if hasattr(self.model, "set_requires_gradient_sync"):
            self.model.set_requires_gradient_sync(last)
        with contextlib.nullcontext() if last or not hasattr(self.model, "no_sync") else self.model.no_sync():
            yield

    def step(self, recorded: Optional[Tuple[Pilot, Step]] = None) -> float:
        """One optimizer step over all micro-batches; its mean loss."""
        phase = recorded[0].phase if recorded else lambda _: contextlib.nullcontext()
        total = 0.0
        for micro in range(self.settings.accumulation):
            start = time.perf_counter()
            batch = self.data.next()
            if recorded:
                recorded[0].waiting(time.perf_counter() - start)
                recorded[1].count(batch.padded, batch.packed, batch.trained, batch.longest)
            with self._synchronising(micro == self.settings.accumulation - 1):
                with phase("forward"):
                    loss = self.loss_of(batch) / self.settings.accumulation
                with phase("backward"):
                    self.scaler.scale(loss).backward()
            total += loss.detach()
        with phase("optimizer-step"):
            self.scaler.step(self.optimizer)
            self.scaler.update()
            self.optimizer.zero_grad(set_to_none=True)
            self.schedule.step()
        return float(total)

    def evaluate(self, batches: int = 4) -> None:
        import torch

        self.model.eval()
        with torch.no_grad():
            for number in range(batches):
                float(self.loss_of(self.data.at(-1 - number, self.settings.validation_batch)))
        self.model.train()


# ── Checkpoints ─────────────────────────────────────────────────────────────────────────────────────────────────────


def checkpoint_folder(out: Path) -> Path:
    """One a node: where the disk is shared they lie side by side, where it is not each node finds its own."""
    return out / "checkpoint" / f"node-{node_of(os.environ)}"


def save_file(state: Any, file: Path) -> None:
    """Onto the disk, not only into memory: the time is the disk's, and so is that of reading it again."""
    import torch

    with open(file, "wb") as out:
        torch.save(state, out)
        out.flush()
        os.fsync(out.fileno())
        if hasattr(os, "posix_fadvise"):
            os.posix_fadvise(out.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def load_file(file: Path) -> Any:
    import torch

    return torch.load(file, map_location="cpu")


def trained_state(training: Training) -> Dict[str, Any]:
    """What a checkpoint must hold: adapters alone where the rest is frozen."""
    if not training.settings.adapters:
        return training.model.state_dict()
    return {name: p.detach() for name, p in training.model.named_parameters() if p.requires_grad}


def save_checkpoint(training: Training, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    rank = rank_of(os.environ)
    if is_sharded(training.settings):
        save_shards(training, folder.parent)
    elif int(os.environ.get("LOCAL_RANK", "0")) == 0:
        save_file(trained_state(training), folder / "model.pt")
        save_file(training.optimizer.state_dict(), folder / "optimizer.pt")
    save_file(training.schedule.state_dict(), folder / f"schedule-{rank}.pt")
    save_file(training.data.position, folder / f"data-{rank}.pt")
    save_file(random_state(), folder / f"random-{rank}.pt")


def load_checkpoint(training: Training, folder: Path) -> None:
    """Item by item: one that is missing or damaged stays as it was built, which its fingerprint then shows."""
    rank = rank_of(os.environ)

    def load_model() -> None:
        training.model.load_state_dict(load_file(folder / "model.pt"), strict=not training.settings.adapters)

    def load_position() -> None:
        training.data.position = int(load_file(folder / f"data-{rank}.pt"))

    whole = [load_model, lambda: training.optimizer.load_state_dict(load_file(folder / "optimizer.pt"))]
    shards = [lambda: load_shards(training, folder.parent)]
    for load in (
        *(shards if is_sharded(training.settings) else whole),
        lambda: training.schedule.load_state_dict(load_file(folder / f"schedule-{rank}.pt")),
        load_position,
        lambda: set_random_state(load_file(folder / f"random-{rank}.pt")),
    ):
        try:
            load()
        except Exception as error:  # noqa: BLE001 - whatever a damaged file raises
            if is_out_of_memory(error):
                raise
            print(say("item-unreadable", kind=type(error).__name__), file=sys.stderr)


def save_shards(training: Training, folder: Path) -> None:
    import torch.distributed.checkpoint as dcp
    from torch.distributed.checkpoint.state_dict import get_state_dict

    model, optimizer = get_state_dict(training.model, training.optimizer)
    dcp.save(model, checkpoint_id=str(folder / "model"))
    dcp.save(optimizer, checkpoint_id=str(folder / "optimizer"))


def load_shards(training: Training, folder: Path) -> None:
    import torch.distributed.checkpoint as dcp
    from torch.distributed.checkpoint.state_dict import get_state_dict, set_state_dict

    model, optimizer = get_state_dict(training.model, training.optimizer)
    dcp.load(model, checkpoint_id=str(folder / "model"))
    dcp.load(optimizer, checkpoint_id=str(folder / "optimizer"))
    set_state_dict(training.model, training.optimizer, model_state_dict=model, optim_state_dict=optimizer)


def export_model(training: Training, file: Path) -> None:
    """The model as it would be handed on: adapters, merged weights, or all weights in the compute dtype."""
    settings = training.settings
    if settings.adapters and settings.merge and training.source == "shape-only":
        for module in training.bare.modules():
            if isinstance(module, modules().LoraLinear):
                module.merge()
    if settings.adapters and not settings.merge:
        state = trained_state(training)
    elif training.source == "weights" and settings.adapters:
        state = training.bare.merge_and_unload().state_dict()
    else:
        state = {n: t for n, t in training.bare.state_dict().items() if not n.endswith((".down", ".up"))}
    dtype = torch_dtype(settings.compute)
    save_file({n: t.to("cpu", dtype) if t.is_floating_point() else t.cpu() for n, t in state.items()}, file)


def has_room(folder: Path, tensors: Iterable[Any]) -> bool:
    """A full disk ends a run; a save that surely does not fit is left out and said."""
    wanted = sum(tensor.numel() * tensor.element_size() for tensor in tensors)
    return shutil.disk_usage(folder).free > 1.1 * wanted


# ── The stages of the command line, each in a process of its own ────────────────────────────────────────────────────


@contextlib.contextmanager
def process_group(pilot: Pilot, minutes: float) -> Iterator[None]:
    """Every process with the others, and their journals on the first one's disk at the end."""
    if pilot.world == 1:
        yield
        return
    collectives = Collectives(pilot.device, pilot.folder, minutes)
    yield
    pilot.note("collectives", facts=collectives.facts())
    pilot.close("complete")
    share_journals(pilot.folder, pilot.rank, pilot.world)


def share_journals(folder: Path, rank: int, world: int) -> None:
    import torch.distributed as dist

    own = (folder / f"journal-{rank}.jsonl").read_text(encoding="utf-8")
    texts: List[Optional[str]] = [None] * world
    dist.all_gather_object(texts, own)
    for other, text in enumerate(texts):
        file = folder / f"journal-{other}.jsonl"
        if rank == 0 and other != 0 and text is not None and not file.exists():
            write_whole(file, text)


def train_stage(args: argparse.Namespace, pilot: Pilot) -> Training:
    settings = read_settings(pilot.spec, pilot.world)
    with process_group(pilot, args.timeout_minutes):
        with pilot.phase("load"):
            training = Training(pilot.spec, settings, args, pilot.device)
        pilot.model(training.source, training.revision, training.layout)
        for _ in range(args.warm_up + args.steps):
            stop_without(args.parent, pilot)
            with pilot.step() as step:
                training.step((pilot, step))
        with pilot.phase("evaluation"):
            training.evaluate()
        save_and_go_on(training, pilot)
        if is_sharded(settings) or not has_room(pilot.folder, training.model.state_dict().values()):
            pilot.note("skipped", what="export")
        else:
            export_and_forget(training, pilot)
    return training


def save_and_go_on(training: Training, pilot: Pilot) -> None:
    """A checkpoint, then a few steps whose losses the restored run must follow."""
    moments = [p for p in training.parameters for _ in range(3)]
    if not has_room(pilot.folder, [*training.model.parameters(), *moments]):
        pilot.note("skipped", what="checkpoint-save")
        return
    folder = checkpoint_folder(pilot.folder)
    pilot.save(lambda: save_checkpoint(training, folder), folder=folder.parent, **training.state())
    for _ in range(CONTINUED_STEPS):
        pilot.loss(training.step())


def export_and_forget(training: Training, pilot: Pilot) -> None:
    file = pilot.folder / f".export-{pilot.rank}.pt"
    try:
        with pilot.phase("export"):
            if pilot.rank == 0:
                export_model(training, file)
    finally:
        with contextlib.suppress(OSError):
            file.unlink()


def restore_stage(args: argparse.Namespace, pilot: Pilot) -> Training:
    settings = read_settings(pilot.spec, pilot.world)
    with process_group(pilot, args.timeout_minutes):
        training = Training(pilot.spec, settings, args, pilot.device)
        with pilot.phase("restore"):
            load_checkpoint(training, checkpoint_folder(pilot.folder))
        pilot.restored(**training.state())
        for _ in range(CONTINUED_STEPS):
            stop_without(args.parent, pilot)
            pilot.loss(training.step())
    return training


def stop_without(parent: int, pilot: Pilot) -> None:
    """A stage whose supervisor is gone must not keep the GPU."""
    if parent and os.getppid() != parent:
        pilot.close("cut-off")
        os._exit(FAILED)


def run_stage(args: argparse.Namespace) -> int:
    stage = {"train": train_stage, "restore": restore_stage}[args.stage]
    spec = load_spec(Path(args.spec))
    resume = args.stage == "restore"
    pilot = Pilot(spec, args.out, resume=resume, run=args.run, warm_up=args.warm_up, source=None, quiet=True)
    try:
        with pilot.watching():
            held = stage(args, pilot)
    except Exception as error:  # noqa: BLE001 - whatever ends a run is written down; its words stay on this machine
        status = status_of(error)
        if status == FAILED:
            sys.excepthook(*sys.exc_info())
        else:
            print(error if status == UNUSABLE else say("out-of-memory"), file=sys.stderr)
        pilot.close("complete")
        return leave(pilot, status)
    pilot.close("complete")
    return leave(pilot, COMPLETE, held)


def leave(pilot: Pilot, status: int, _held: Any = None) -> int:
    """One of several processes ends at once: taking a process group down waits for peers, and may wait for ever."""
    if pilot.world > 1:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    return status


def status_of(error: BaseException) -> int:
    if isinstance(error, Unusable):
        return UNUSABLE
    return OUT_OF_MEMORY if is_out_of_memory(error) else FAILED


class Supervisor:
    """Starts each stage as a new process, so that a restore is a real one and a killed run still has a result."""

    def __init__(self, args: argparse.Namespace, given: Sequence[str]) -> None:
        self._args, self._given = args, list(given)
        self._child: Optional["subprocess.Popen[bytes]"] = None
        self._stopped = False

    def run(self) -> int:
        signal.signal(signal.SIGTERM, self._stop)
        signal.signal(signal.SIGINT, lambda *_: None)
        status = COMPLETE
        for stage in ("train", "restore"):
            if stage == "restore" and not checkpoint_folder(Path(self._args.out)).exists():
                break
            status = self._stage(stage)
            if status != COMPLETE:
                break
        if not self._args.keep:
            self._tidy()
        return status

    def _stage(self, stage: str) -> int:
        if self._stopped:
            return FAILED
        own = [os.path.abspath(__file__), *self._given, "--stage", stage, "--parent", str(os.getpid())]
        self._child = subprocess.Popen([sys.executable, *own], env=stage_env(stage, os.environ))
        status = self._child.wait()
        if status >= 0:
            return status
        journal = Journal(Path(self._args.out), rank_of(os.environ), fresh=False)
        phase = Whereabouts.last(Path(self._args.out), rank_of(os.environ))
        journal.write("killed", kind=signal_name(-status), phase=phase)
        journal.write("end", ended="killed")
        journal.close()
        return FAILED

    def _stop(self, *_: Any) -> None:
        self._stopped = True
        if self._child is not None:
            self._child.terminate()

    def _tidy(self) -> None:
        """Weights of no use to anybody; the journals stay."""
        out = Path(self._args.out)
        shutil.rmtree(checkpoint_folder(out), ignore_errors=True)
        with contextlib.suppress(OSError):
            Whereabouts.file(out, rank_of(os.environ)).unlink()
        if rank_of(os.environ) == 0:
            shutil.rmtree(out / "checkpoint", ignore_errors=True)


def signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def stage_env(stage: str, env: Mapping[str, str]) -> Dict[str, str]:
    """A second meeting of the same processes must not find the leftovers of the first."""
    own = dict(env)
    if stage == "restore" and world_of(env) > 1:
        own["MASTER_PORT"] = str(int(env.get("MASTER_PORT", "29500")) + 1)
        own["TORCHELASTIC_RESTART_COUNT"] = str(int(env.get("TORCHELASTIC_RESTART_COUNT", "0")) + 1_000)
        if env.get("TORCHELASTIC_USE_AGENT_STORE") == "True":
            own["MASTER_PORT"] = env["MASTER_PORT"]
    return own


# ── Sending the result ──────────────────────────────────────────────────────────────────────────────────────────────


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """A one-time token goes to the address that was given, and nowhere else."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


def post_address(url: str, token: str) -> str:
    parts = urllib.parse.urlsplit(url)
    local = parts.hostname in ("127.0.0.1", "localhost", "::1")
    if parts.scheme != "https" and not (parts.scheme == "http" and local):
        raise Unusable(say("post-scheme"))
    base = url.rstrip("/")
    base = base if base.endswith("/api/pilots") else f"{base}/api/pilots"
    return f"{base}/{urllib.parse.quote(token, safe='')}"


def post(result: Json, url: str, env: Mapping[str, str]) -> str:
    """What the bot answered; raises Unusable with the reason when it did not take the result."""
    token = env.get("GPU_PLAN_PILOT_TOKEN", "")
    if not token:
        raise Unusable(say("post-token"))
    body = json.dumps(result).encode()
    if len(body) > LARGEST_POST:
        raise Unusable(say("post-size"))
    headers = {"Content-Type": "application/json", "Accept-Language": LANGUAGE[0], "User-Agent": f"{KIT}/{VERSION}"}
    request = urllib.request.Request(post_address(url, token), body, headers)
    try:
        with urllib.request.build_opener(NoRedirect).open(request, timeout=30) as answer:
            return reason_in(answer.read(10_000))
    except urllib.error.HTTPError as error:
        reason = reason_in(error.read(10_000)).replace(token, LEFT_OUT)
        raise Unusable(say("post-refused", status=error.code, reason=reason)) from None
    except (OSError, ValueError) as error:
        kind = getattr(error, "reason", error)
        raise Unusable(say("post-failed", reason=type(kind).__name__)) from None


def reason_in(body: bytes) -> str:
    """The words of an answer, if it has any."""
    try:
        answer = json.loads(body)
    except ValueError:
        return ""
    found = answer.get("message", answer.get("error", "")) if isinstance(answer, dict) else ""
    found = found.get("message", "") if isinstance(found, dict) else found
    return re.sub(r"[\x00-\x1f\x7f]+", " ", str(found))[:300]


# ── Words ───────────────────────────────────────────────────────────────────────────────────────────────────────────

WORDS: Dict[str, Dict[str, str]] = {
    "en": {
        "refused": "{field}: read {read}, allowed: {allowed}.",
        "whole": "a whole number above 0",
        "above-zero": "a number above 0",
        "divisor": "a divisor of {of}",
        "own-script": "for anything else, put the three lines of the recorder into your own script",
        "no-shape": "model: read {read}; its weights are not on this machine, and the spec gives no shape. "
        "`gpu-plan pilot kit` writes it.",
        "shape-without": "The shape of the model lacks {missing}.",
        "needs-package": "{field}: the package {package} is not installed here.",
        "no-weights": "The weights are not on this machine, or the hub refuses them (licence, token, name).",
        "bad-length": "--data, line {line}: needs `length` (a whole number from 2) or a list `input_ids`.",
        "cannot-read": "{what} cannot be read: {why}.",
        "empty": "it is empty",
        "not-json": "it is not JSON",
        "not-object": "it is not a JSON object",
        "item-unreadable": "A part of the checkpoint cannot be read ({kind}).",
        "out-of-memory": "Out of memory; the result says where.",
        "nothing-measured": "Nothing was measured yet: there is no result.",
        "post-scheme": "--post: only https addresses, or http on this machine.",
        "post-token": "--post: GPU_PLAN_PILOT_TOKEN is not set.",
        "post-size": "--post: the result is larger than the bot takes (1 MiB).",
        "post-refused": "Not posted: the bot answered {status}. {reason}",
        "post-failed": "Not posted: no answer ({reason}).",
        "post-kept": "The result stays in {file}; drop it into the thread, or post it again with --collect --post.",
        "posted": "Posted. {reason}",
        "written": "Written: {file}",
        "ended": "Pilot run: {ended}",
        "complete": "complete",
        "killed": "killed",
        "failed": "failed",
        "cut-off": "cut off",
        "machine": "Machine: {gpus} × {name}, driver {driver}, torch {torch}",
        "source": "Model: {source}",
        "weights": "published weights",
        "shape-only": "its shape with random weights; memory and time are those of the shape",
        "from-script": "of your own script",
        "peaks": "Memory, worst process: allocated {allocated}, reserved {reserved}, device {device} of {capacity}",
        "host": "Host memory, largest process: {host}",
        "steps": "Steps: {count} after {warm} of warm-up, median {median} s (from {low} to {high})",
        "tokens": "Tokens per second: {packed}; with padding {padded}, trained on {trained}",
        "wait": "Waiting for data: {share} of the time",
        "phase": "  {phase}: {seconds} s",
        "phase-memory": ", allocated {allocated}, reserved {reserved}",
        "checkpoint": "Checkpoint: {size}, written in {write} s, read in {read} s",
        "restore": "Restored in a new process: {answers}",
        "same-process": "Not a restore proof: it was read in the same process",
        "item": "{item} {answer}",
        "restored": "yes",
        "differs": "NO, it differs",
        "not-checked": "not checked",
        "model": "model",
        "optimizer": "optimizer",
        "schedule": "schedule",
        "randomState": "random state",
        "dataPosition": "data position",
        "lossContinues": "loss continues",
        "oom": "Out of memory in process {rank}, phase {phase}: asked for {asked}, free {free}",
        "failure": "Ended in process {rank}, phase {phase}: {kind}",
        "unused": "In the spec, not in this run: {names}",
        "unknown": "unknown",
        "gib": "{number} GiB",
        "decimal": ".",
    },
    "fr": {
        "refused": "{field}\u00a0: lu {read}, possible\u00a0: {allowed}.",
        "whole": "un entier au-dessus de 0",
        "above-zero": "un nombre au-dessus de 0",
        "divisor": "un diviseur de {of}",
        "own-script": "pour tout le reste, placer les trois lignes de l’enregistreur dans son propre script",
        "no-shape": "model\u00a0: lu {read}\u202f; ses poids ne sont pas sur cette machine, et la spécification ne donne "
        "pas de forme. «\u00a0gpu-plan pilot kit\u00a0» l’écrit.",
        "shape-without": "Il manque à la forme du modèle\u00a0: {missing}.",
        "needs-package": "{field}\u00a0: le paquet {package} n’est pas installé ici.",
        "no-weights": "Les poids ne sont pas sur cette machine, ou le hub les refuse (licence, jeton d’accès, nom).",
        "bad-length": "--data, ligne {line}\u00a0: il faut «\u00a0length\u00a0» (un entier à partir de 2) ou une liste "
        "«\u00a0input_ids\u00a0».",
        "cannot-read": "Impossible de lire {what}\u00a0: {why}.",
        "empty": "c’est vide",
        "not-json": "ce n’est pas du JSON",
        "not-object": "ce n’est pas un objet JSON",
        "item-unreadable": "Une partie du point de contrôle est illisible ({kind}).",
        "out-of-memory": "Mémoire insuffisante\u202f; le résultat dit où.",
        "nothing-measured": "Rien n’a encore été mesuré\u00a0: il n’y a pas de résultat.",
        "post-scheme": "--post\u00a0: seulement des adresses https, ou http sur cette machine.",
        "post-token": "--post\u00a0: GPU_PLAN_PILOT_TOKEN n’est pas défini.",
        "post-size": "--post\u00a0: le résultat dépasse ce que le bot accepte (1\u00a0Mio).",
        "post-refused": "Non envoyé\u00a0: le bot a répondu {status}. {reason}",
        "post-failed": "Non envoyé\u00a0: pas de réponse ({reason}).",
        "post-kept": "Le résultat reste dans {file}\u202f; le déposer dans le fil, ou l’envoyer de nouveau avec "
        "--collect --post.",
        "posted": "Envoyé. {reason}",
        "written": "Écrit\u00a0: {file}",
        "ended": "Essai pilote\u00a0: {ended}",
        "complete": "terminé",
        "killed": "tué",
        "failed": "en échec",
        "cut-off": "interrompu",
        "machine": "Machine\u00a0: {gpus}\u00a0×\u00a0{name}, driver {driver}, torch {torch}",
        "source": "Modèle\u00a0: {source}",
        "weights": "poids publiés",
        "shape-only": "sa forme, avec des poids au hasard\u202f; mémoire et temps sont ceux de la forme",
        "from-script": "celui de votre script",
        "peaks": "Mémoire, processus le plus chargé\u00a0: allouée {allocated}, réservée (PyTorch) {reserved}, "
        "carte {device} sur {capacity}",
        "host": "Mémoire de l’hôte, plus grand processus\u00a0: {host}",
        "steps": "Pas\u00a0: {count} après {warm} d’échauffement, médiane {median}\u00a0s (de {low} à {high})",
        "tokens": "Jetons par seconde\u00a0: {packed}\u202f; avec remplissage {padded}, entraînés {trained}",
        "wait": "Attente des données\u00a0: {share} du temps",
        "phase": "  {phase}\u00a0: {seconds}\u00a0s",
        "phase-memory": ", allouée {allocated}, réservée (PyTorch) {reserved}",
        "checkpoint": "Point de contrôle\u00a0: {size}, écrit en {write}\u00a0s, relu en {read}\u00a0s",
        "restore": "Reprise dans un nouveau processus\u00a0: {answers}",
        "same-process": "Pas une preuve de reprise\u00a0: relu dans le même processus",
        "item": "{item} {answer}",
        "restored": "oui",
        "differs": "NON, différent",
        "not-checked": "non vérifié",
        "model": "modèle",
        "optimizer": "optimiseur",
        "schedule": "scheduler",
        "randomState": "état aléatoire",
        "dataPosition": "position dans les données",
        "lossContinues": "suite de la perte",
        "oom": "Mémoire insuffisante (OOM) dans le processus n°\u00a0{rank}, phase {phase}\u00a0: demandé {asked}, "
        "libre {free}",
        "failure": "Fin dans le processus n°\u00a0{rank}, phase {phase}\u00a0: {kind}",
        "unused": "Dans la spécification, pas dans cette exécution\u00a0: {names}",
        "unknown": "inconnu",
        "gib": "{number}\u00a0Gio",
        "decimal": ",",
    },
}
PHASE_WORDS = {
    "fr": {
        "load": "chargement",
        "warm-up": "échauffement",
        "forward": "passe avant",
        "backward": "passe arrière",
        "optimizer-step": "pas d’optimiseur",
        "evaluation": "évaluation",
        "checkpoint-save": "écriture du point de contrôle",
        "restore": "reprise",
        "export": "export",
    }
}
LANGUAGE = ["en"]


def choose_language(stated: Optional[str], env: Mapping[str, str]) -> None:
    locale = env.get("LC_ALL") or env.get("LC_MESSAGES") or env.get("LANG") or ""
    LANGUAGE[0] = stated or ("fr" if locale.lower().startswith("fr") else "en")


def say(key: str, **params: Any) -> str:
    return WORDS[LANGUAGE[0]][key].format(**params)


def figure(value: Optional[float], digits: int = 3) -> str:
    """Significant digits for a reader; unknown stays a word."""
    if value is None:
        return say("unknown")
    text = f"{value:.0f}" if abs(value) >= 10**digits else f"{value:.{digits}g}"
    return text.replace(".", say("decimal"))


def gib(value: Optional[float]) -> str:
    return say("unknown") if value is None else say("gib", number=figure(value))


def phase_word(name: Optional[str]) -> str:
    return say("unknown") if name is None else PHASE_WORDS.get(LANGUAGE[0], {}).get(name, name)


def summary(result: Json) -> str:
    """The result as a person reads it."""
    return "\n".join(line for part in (of_machine, of_memory, of_speed, of_checkpoint, of_end) for line in part(result))


def of_machine(result: Json) -> Iterator[str]:
    machine = result["machine"]
    ended = result["ended"]
    yield say("ended", ended=say(ended) if ended != "out-of-memory" else say("out-of-memory"))
    yield say(
        "machine",
        gpus=machine["gpus"],
        name=machine["gpuName"],
        driver=machine["driver"] or say("unknown"),
        torch=machine["versions"].get("torch", say("unknown")),
    )
    source = result.get("modelSource")
    if source is not None:
        yield say("source", source=say("from-script" if source == "own-script" else source))


def of_memory(result: Json) -> Iterator[str]:
    ranks = result["ranks"]
    worst = {name: largest(rank[name] for rank in ranks) for name in ranks[0] if name.endswith("Gib")}
    if worst["peakDeviceGib"] is not None:
        yield say(
            "peaks",
            allocated=gib(worst["peakAllocatedGib"]),
            reserved=gib(worst["peakReservedGib"]),
            device=gib(worst["peakDeviceGib"]),
            capacity=gib(worst["capacityGib"]),
        )
    yield say("host", host=gib(worst["peakHostGib"]))
    for phase in max(ranks, key=lambda rank: rank["peakAllocatedGib"] or 0.0)["phases"]:
        line = say("phase", phase=phase_word(phase["phase"]), seconds=figure(phase["seconds"]))
        if phase["peakAllocatedGib"] is not None:
            sizes = {"allocated": gib(phase["peakAllocatedGib"]), "reserved": gib(phase["peakReservedGib"])}
            line += say("phase-memory", **sizes)
        yield line


def of_speed(result: Json) -> Iterator[str]:
    steps = result["steps"]
    if steps:
        yield say(
            "steps",
            count=len(steps),
            warm=result["warmUpSteps"],
            median=figure(statistics.median(steps)),
            low=figure(min(steps)),
            high=figure(max(steps)),
        )
    per_second = (result.get("tokens") or {}).get("perSecond")
    if per_second:
        yield say("tokens", **{name: figure(value) for name, value in per_second.items()})
    if result.get("dataWaitShare") is not None:
        yield say("wait", share=f"{figure(100 * result['dataWaitShare'], 2)}\u00a0%")


def of_checkpoint(result: Json) -> Iterator[str]:
    if result["checkpointWriteSeconds"] is not None:
        yield say(
            "checkpoint",
            size=gib(result["checkpointGib"]),
            write=figure(result["checkpointWriteSeconds"]),
            read=figure(result["checkpointReadSeconds"]),
        )
    restore = result["restore"]
    if restore is None:
        return
    if not restore["newProcess"]:
        yield say("same-process")
    names = (*ITEMS, "lossContinues")
    answers = [say("item", item=say(name), answer=say(restore[name])) for name in names]
    yield say("restore", answers=", ".join(answers))


def of_end(result: Json) -> Iterator[str]:
    memory, failure = result["outOfMemory"], result["failure"]
    if memory is not None:
        sizes = {"asked": gib(memory["requestedGib"]), "free": gib(memory["freeGib"])}
        yield say("oom", rank=memory["rank"], phase=phase_word(memory["phase"]), **sizes)
    if failure is not None:
        yield say("failure", rank=failure["rank"], phase=phase_word(failure["phase"]), kind=failure["kind"])
    if result["notApplied"]:
        yield say("unused", names=", ".join(result["notApplied"]))


# ── The command line ────────────────────────────────────────────────────────────────────────────────────────────────


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="gpu_plan_pilot.py", description="One short run, measured.")
    made.add_argument("--spec", help="the run as JSON (RunSpec)")
    made.add_argument("--out", default="pilot-out", help="folder for journals, checkpoint and result")
    made.add_argument("--run", choices=RUNS, help="what this run is for")
    made.add_argument("--steps", type=at_least(1), default=30, help="measured steps (30)")
    made.add_argument("--warm-up", type=at_least(0), default=10, help="steps before them (10)")
    made.add_argument("--data", help="lengths of real samples: JSON Lines with length or input_ids")
    made.add_argument("--weights", help="published weights: hub name or folder (needs transformers)")
    made.add_argument("--download", action="store_true", help="fetch weights that are not here yet")
    made.add_argument("--shape-only", action="store_true", help="never load weights: build the shape")
    made.add_argument("--seed", type=at_least(0), default=0)
    made.add_argument("--keep", action="store_true", help="keep the checkpoint")
    made.add_argument("--timeout-minutes", type=at_least(1), default=10, help="of a collective (10)")
    made.add_argument("--collect", action="store_true", help="only make the result of the journals in --out again")
    made.add_argument("--post", metavar="URL", help="send the result; the token is in GPU_PLAN_PILOT_TOKEN")
    made.add_argument("--lang", choices=sorted(WORDS), help="language of the words")
    made.add_argument("--stage", choices=("train", "restore"), help=argparse.SUPPRESS)
    made.add_argument("--parent", type=int, default=0, help=argparse.SUPPRESS)
    return made


def at_least(low: int) -> Callable[[str], int]:
    def whole(text: str) -> int:
        if not text.isdigit() or int(text) < low:
            raise argparse.ArgumentTypeError(f"{text!r}: a whole number from {low}")
        return int(text)

    return whole


def check(args: argparse.Namespace) -> None:
    """What can be refused before anything is started."""
    if args.spec is None:
        raise Unusable(say("cannot-read", what="--spec", why=say("empty")))
    spec = load_spec(Path(args.spec))
    read_settings(spec, world_of(os.environ))
    read_lengths(args.data)
    if importlib.util.find_spec("torch") is None:
        raise Unusable(say("needs-package", field="gpu_plan_pilot.py", package="torch"))
    if args.shape_only or importlib.util.find_spec("transformers") is None:
        read_shape(spec.get("model"))


def conclude(args: argparse.Namespace, status: int) -> int:
    """The result of whatever the journals hold, said, and sent when asked."""
    result = collect(Path(args.out)) if status != UNUSABLE else None
    if result is None:
        if status != UNUSABLE:
            print(say("nothing-measured"), file=sys.stderr)
        return status or FAILED
    file = os.path.join(args.out, RESULT)
    print(summary(result))
    print(say("written", file=file))
    if args.post:
        try:
            print(say("posted", reason=post(result, args.post, os.environ)))
        except Unusable as error:
            print(error, say("post-kept", file=file), sep="\n", file=sys.stderr)
            return NOT_POSTED
    return {"complete": COMPLETE, "out-of-memory": OUT_OF_MEMORY}.get(result["ended"], FAILED)


def main(argv: Optional[Sequence[str]] = None) -> int:
    given = list(sys.argv[1:] if argv is None else argv)
    args = parser().parse_args(given)
    choose_language(args.lang, os.environ)
    try:
        if args.collect:
            return conclude(args, COMPLETE)
        if args.stage is not None:
            return run_stage(args)
        check(args)
        status = Supervisor(args, given).run()
    except Unusable as error:
        print(error, file=sys.stderr)
        return UNUSABLE
    return conclude(args, status) if rank_of(os.environ) == 0 or status not in (COMPLETE, UNUSABLE) else status


if __name__ == "__main__":
    sys.exit(main())
