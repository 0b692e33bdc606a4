import type { Lexicon } from "./surface.ts";

export const english: Lexicon = {
  forms: [
    { forms: ["from scratch"], states: { method: "pretrain" } },
    { forms: ["train from scratch", "pretrain from scratch"], states: { method: "pretrain" } },
    { forms: ["full training", "train all weights", "train all parameters", "all parameters", "update all weights", "whole model"], states: { method: "full" } }, // prettier-ignore
    { forms: ["serve", "serving", "served", "be served", "self host", "self hosting", "host", "deploy", "deployment", "run inference", "an api for", "chat endpoint", "endpoint", "chatbot"], states: { method: "inference" } }, // prettier-ignore
    { forms: ["consumer cards only", "consumer only", "consumer cards", "consumer gpus", "gaming cards", "gaming gpus", "consumer gpu", "consumer card", "consumer grade", "gaming card"], states: { "limits.classes": ["consumer"] } }, // prettier-ignore
    { forms: ["data center only", "datacenter only", "data center cards", "datacenter cards", "data center cards only", "datacenter gpus only", "datacenter gpus", "no consumer cards", "no gaming cards"], states: { "limits.classes": ["data-center"] } }, // prettier-ignore
    { forms: ["workstation cards", "workstation only", "workstation cards only", "workstation card"], states: { "limits.classes": ["workstation"] } }, // prettier-ignore
    { forms: ["train the head", "with lm head", "include the head", "lm head too", "train lm head"], states: { "lora.includeHead": true } }, // prettier-ignore
    { forms: ["train embeddings", "with embeddings", "embeddings too", "train the embeddings"], states: { "lora.trainEmbeddings": true } }, // prettier-ignore
    { forms: ["single node", "one node", "one machine", "same node", "single machine", "one box", "single box"], states: { nodes: 1 } }, // prettier-ignore
    { forms: ["interruptible", "preemptible"], states: { "limits.spot": true } },
  ],
  noise:
    `across somewhere anywhere vram cloud reliable accurate finished interrupted script run raise lower cap each apiece a about above actually after again all already also am an and another any anything are as at available aw away
    back be because been before being best better between big bit both budget but buy by came can card cards cheap cheapest check
    choose come compare compute config configuration context cost could couple cuda currently cut data dataset day days deal deep did do does doing done
    don't dont each eh either else enough epoch epochs est even ever every exactly expect explain fast faster few figure fine finetune finetuned finetuning fine-tune
    fine-tuned fine-tuning finish first fit fits for forget from full get gets give given go goes going good got gpu gpus great guess had
    half hardware has have having he hello help here hey hi hours how however hi i i'd i'm i've idea if i'll in inside instead into is isn't it its it's job
    just keep kind know large largest last least less let let's life like limit limits little load local long longer look looking lot lots machine machines make many
    max maximum maybe me mean memory might min minimum model models more most much must my near need needed needs never new next nice no node nodes
    none not nothing now number of off ok okay old on once one ones only optimal option options or other our out over own own pay per perhaps person
    plan planning please pls plus possible prefer price probably project provide put question quick quickly quite range rank rather ready really recommend
    recommended rent rental rented renting request require required right roughly run running runs said same say second see seem seems set setup sharded should show
    simple simply since single size sized small smallest so some something sorry spend start still stuff such suggest sure take team tell test than thank
    thanks that that's the their them then there these they thing things think this those though time to today together too total train trained training tried true try
    trying tune tuning two under until up upon us use used useful using usual very via want wants was way we we'd we'll well we're were we've what what's when
    where which while who why will with within without wonder work working works would yes yet you your hm hmm oops wait ah oh uh nah meant typo cheaper smaller bigger biggest
    optim enabled true false says w vs launch sequence sequences length size batch batches token tokens sample samples example examples user users concurrent requests fit node gpu-plan nvidia amd geforce tesla rtx instinct weights precision optimizer targets`.split(
      /\s+/u,
    ),
  telling:
    `reminder reminders the and with what why how does don't it's is are should would could can need want under please which than instead what's this that
    my our we you of for on to from if not cheapest forget double half undo back first me much many long sure does fit users days by only where did fewer less more by about number come here there when who like them have has in at was be do or new make use try run better an own`.split(
      /\s+/u,
    ),
};
