import type { kit as english } from "../en/kit.ts";
import { fr } from "./typography.ts";

export const kit = {
  unknownRun: (read, known) => fr`--run ${read} : cette exécution n'existe pas. Connues : ${known}.`,
  badAddress: fr`--post : une adresse https (ou http sur cette machine), sans jeton, nom ni mot de passe dedans.`,
  nothingToTry: fr`--spec : rien qui puisse être essayé là-dedans. Il faut une exécution en JSON (model, method, …), ou la sortie de plan --json qui recommande quelque chose.`,
  servingNotYet: fr`method inference : le kit mesure l'entraînement. Pour la mise en service, lancer vllm bench serve sur les requêtes les plus longues ; gpu-plan pilot read lit ce qu'affichent l'outil et le serveur.`,
  readme: (start, file, recorder, post) => fr`# Essai pilote

Fichiers : \`gpu_plan_pilot.py\` (le kit : la bibliothèque standard de Python et PyTorch), \`spec.json\` (l'exécution),
\`${file}\` (le lancement).

## Lancer

\`\`\`
${start}
\`\`\`

Avec les poids du modèle sur la machine et transformers installé, le kit entraîne le modèle publié (\`--download\` va le
chercher). Sinon il construit la même forme avec des poids au hasard : mémoire et temps sont ceux de la forme. Le résultat dit
lequel des deux.

\`--data longueurs.jsonl\` prend les longueurs de vos vrais exemples (\`{"length": 1234}\` par ligne) ; sinon le plus long exemple
de l'exécution sert. Le lot le plus long passe en premier.

## Dans votre propre script

La deuxième ligne entoure un pas d'optimiseur, la troisième suit un enregistrement :

\`\`\`python
${recorder}
\`\`\`

Pour la preuve de reprise, lancer un nouveau processus avec \`Pilot("spec.json", resume=True)\`, charger le point de contrôle,
puis appeler \`pilot.restored\` avec les quatre mêmes noms.

## Ce qui en sort

\`pilot-result.json\`, dans le dossier que nomme \`--out\` (\`pilot-out\`, sauf autre indication de \`${file}\`) :
mémoire par phase et par processus, temps des pas après l'échauffement, jetons par seconde, attente des données, utilisation, puissance, température, versions, et si un nouveau processus a retrouvé le modèle, l'optimiseur, le
scheduler, l'état aléatoire et la position dans les données. Une exécution à court de mémoire ou tuée laisse ce qu'elle a
mesuré ; \`--collect\` refait le résultat. Il ne contient ni chemin, ni nom de machine, ni nom de personne, ni secret, et ne part
pas sans qu'on le demande.

## Qu'en faire

Déposer le fichier dans le fil du plan, ou le lire avec \`gpu-plan pilot read pilot-out/pilot-result.json\`.
${
  post === null
    ? ""
    : fr`
Ou laisser le kit l'envoyer, avec le jeton d'accès à usage unique montré à vous seul quand vous avez demandé le kit (30 jours, un
résultat) :

\`\`\`
export GPU_PLAN_PILOT_TOKEN=…
${post}
\`\`\`
`
}`,
} satisfies typeof english;
