import type { Phase } from "../domain/estimate.ts";

/** Frames of a traceback that tell what the program was doing; the first that is found in it decides. */
const frames: readonly (readonly [Phase, RegExp])[] = [
  ["checkpoint-save", /\b(?:_?save_checkpoint|save_model|save_pretrained|save_state|_?full_state_dict|get_full_model_state_dict|torch\.save)\b/u],
  ["restore", /\b(?:_load_from_checkpoint|_load_optimizer_and_scheduler|load_checkpoint|load_state_dict|resume_training)\b/u],
  ["export", /\b(?:merge_and_unload|export_model)\b/u],
  ["evaluation", /\b(?:evaluate|evaluation_loop|prediction_step|validate|validation_step|eval_step)\b/u],
  ["generation", /\bin generate\b|\.generate\(/u],
  ["load", /\b(?:from_pretrained|load_model|load_weights|_load_pretrained_model|deepspeed\.initialize|setup_model)\b/u],
  ["backward", /\.backward\(|\bin backward\b|_run_backward|run_backward/u],
  ["optimizer-step", /optimizer\.step\(|optim[\w/.]*\.py"?, line \d+, in (?:step|_init_group|_?multi_tensor|_?single_tensor)|in _?multi_tensor_adam/u],
  ["forward", /\bin forward\b|\bmodel\(|\bcompute_loss\b|_call_impl/u],
]; // prettier-ignore

/** As people say when it happened, beside the message and no traceback. */
const said: readonly (readonly [Phase, RegExp])[] = [
  ["evaluation", /(?:during|in|at|on|only) (?:the |an )?(?:first )?(?:eval\w*|validation)|(?:pendant|lors de|à|durant) (?:l['’]|la )(?:éval\w*|eval\w*|validation)/iu],
  ["checkpoint-save", /(?:during|at|on|when|while) (?:the |a )?(?:first )?(?:sav\w*|checkpoint(?:ing)?)(?! ?point)|(?:pendant|lors de|à) la sauvegarde|au checkpoint/iu],
  ["optimizer-step", /(?:during|at|on|in) (?:the )?(?:first )?optimi[sz]er(?: step)?|(?:au|pendant le) (?:premier )?pas (?:de l['’])?optimiseur/iu],
  ["backward", /(?:during|in|at) (?:the )?(?:first )?backward|(?:pendant|à|dans) la rétropropagation/iu],
  ["load", /(?:during|while|at|when) (?:the )?(?:model )?load(?:ing)?\b|(?:pendant le|au) chargement/iu],
]; // prettier-ignore
export const phaseSaid = (text: string): Phase | null =>
  text.length > 2_000 ? null : (said.find(([, words]) => words.test(text))?.[0] ?? null);

/** A frame of a traceback whose head was not copied. */
const frame = /^\s*(?:\[\w+\]:\s*)?File "[^"]+", line \d+, in /u;

/** Lines after the last traceback began in which frames are looked for. */
const longest = 2_000;

/** Follows the tracebacks of each rank; they come interleaved. */
export function makeTrail() {
  const seen = new Map<number | null, Set<Phase>>();
  let left = 0;
  return {
    line(text: string, rank: number | null): void {
      if (
        text.includes("Traceback (most recent call last)") ||
        (!seen.has(rank) && text.includes("File ") && frame.test(text))
      ) {
        seen.set(rank, new Set());
        left = longest;
      }
      if (left <= 0) return;
      left -= 1;
      const trail = seen.get(rank);
      if (trail === undefined) return;
      for (const [phase, words] of frames) if (words.test(text)) trail.add(phase);
    },
    phase(rank: number | null): Phase | null {
      const trail = seen.get(rank) ?? seen.get(null);
      return trail === undefined ? null : (frames.find(([phase]) => trail.has(phase))?.[0] ?? null);
    },
  };
}
