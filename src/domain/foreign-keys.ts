/** Keys of a shape that every decoder needs, as this catalogue and hub configurations name them. */
const ownNames: Readonly<Record<string, readonly string[]>> = {
  num_layers: ["num_layers", "num_hidden_layers"],
  hidden_size: ["hidden_size"],
  num_attention_heads: ["num_attention_heads"],
  num_key_value_heads: ["num_key_value_heads"],
  head_dim: ["head_dim"],
  vocab_size: ["vocab_size"],
  intermediate_size: ["intermediate_size"],
  max_position_embeddings: ["max_position_embeddings"],
};

/** Words that other configurations use for them, in lower case without separators; the first that matches counts. */
const meanings: readonly (readonly [string, RegExp])[] = [
  ["num_key_value_heads", /kvheads?|keyvalueheads?|headskv|querygroups?/u],
  ["head_dim", /headdim|headsize|dimhead|dhead/u],
  ["num_attention_heads", /heads?$|^nhead/u],
  ["vocab_size", /vocab/u],
  ["intermediate_size", /ffn|mlp|feedforward|intermediate|inner|^dff$|^ffdim$|^ff$/u],
  ["max_position_embeddings", /context|maxseq|seqlen|positions?$|maxlen/u],
  ["num_layers", /layers?$|blocks?$|^depth$|hiddenlayers/u],
  ["hidden_size", /^(?:embed|emb|hidden|model|residual|d)(?:ding)?(?:dim|size|width|model|embd?|hidden)?$|^(?:dim|width)(?:model|hidden)?$|^n?embd?$/u],
]; // prettier-ignore

/** The keys that a foreign one most likely stands for; empty when it looks like none of a shape. */
export function meantKeys(foreign: string): readonly string[] {
  const squashed = foreign.toLowerCase().replace(/[^a-z]/gu, "");
  const found = meanings.find(([, pattern]) => pattern.test(squashed));
  return found === undefined ? [] : (ownNames[found[0]] ?? []);
}
