import { asksSomething } from "./intents.ts";
import { fold } from "./normalize.ts";
import { matches } from "./prefilter.ts";

/** Words of the trade that colleagues use of nothing else; "a card", "a lot", "a token" are said of much. */
const telling =
  /(?<!\w)(?:kv|vram|gpus?|cuda|rocm|nccl|nvlink|infiniband|q?lora|dora|fp8|fp16|bf16|nf4|int8|int4|awq|gptq|quanti\w+|fsdp|ddp|zero-?[123]|vllm|sglang|optimi[sz]er|optimiseur|adamw?|checkpoint(?:s|ing)?|micro-?(?:batch|lot)|grad(?:ient)?s?|activations?|logits|epochs?|epoques?|fine-?tun\w*|inference|throughput|ttft|mfu|oom|tokens?\/s|tok\/s|jetons?\/s|layers?|couches?|attention|sliding|cores?|coeurs?|cpus?|amd|nvidia|rtx|[abhl]\d{2,3}s?|v100|t4|mi\d{3}x?|llama|qwen|mistral|mixtral|gemma|deepseek|grpo|dpo|sft|spot|on-demand|distill\w*|pruned?|pruning|elagu\w+|vram|rope|gigs?|gi?b|gio|embeddings?|nodes?|noeuds?)(?!\w)/gu;
/** Colleagues, their day and their errands. */
const among =
  /(?<!\w)(?:anyone|anybody|someone|somebody|quelqu'un|everyone|guys|les gars|meeting|reunion|lunch|coffee|cafe|ticket|jira|trello|standup|sprint|pr|mail|email|slack|call|slides?|deck|drive|demo|door|office|bureau|ramene[rz]?|bring|ask(?:ed)?|demande[rz]? a|told|dit que|he|she|they|il|elle|ils|elles|this morning|ce matin|yesterday|hier|tonight|ce soir)(?!\w)/u;
/** What stood before was wrong. */
const corrects =
  /(?<!\w)(?:oops|sorry|typo|i mean|i meant|actually|in fact|correction|pardon|desole|en fait|je (?:voulais|veux) dire|erreur|plutot|finalement)(?!\w)/u;
const longest = 160;
const mostForeign = 3;
/** "KV in 4 bits on the L40": no sentence of a talk. */
const shortest = 10;

/**
 * Whether words that nothing was read in can only be about the plan of their thread: a question of it in its own trade,
 * or a few words with several of its names. `unread`: what no reader knew.
 */
export function concernsThePlan(folded: string, unread: readonly string[]): boolean {
  if (folded.length > longest || matches(among, folded)) return false;
  const names = new Set(folded.match(telling) ?? []);
  if (names.size === 0) return false;
  const foreign = unread.filter((word) => !names.has(fold(word))).length;
  if (foreign > mostForeign) return false;
  if (asksSomething.test(folded) || corrects.test(folded)) return true;
  const words = folded.match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0;
  return names.size >= 2 && words <= shortest;
}
