import type { launch as english } from "../en/launch.ts";
import { fr } from "./typography.ts";

const notes = {
  start: fr`À lancer ainsi :`,
  "start-each-node": fr`À lancer sur chaque machine, avec NODE_RANK 0, 1, … et l'adresse de la première dans MASTER_ADDR.`,
  scratch: fr`Le disque de travail local part avec la machine. Seul ce qui est copié vers UPLOAD_TO reste.`,
  "upload-destination": fr`où vont points de contrôle et résultats : s3://…, gs://…, hôte:chemin, ou un chemin qui survit à la machine`,
  dataset: fr`le jeu de données : un nom du hub ou un chemin que voit chaque machine`,
  model: fr`le modèle : un nom du hub ou un chemin que voit chaque machine`,
  "train-script": fr`le script d'entraînement à lancer sur chaque GPU`,
  "framework-config": fr`la configuration propre au framework pour ce modèle`,
  "image-digest": fr`Remplacer les zéros par l'empreinte de l'image essayée ; une étiquette bouge, une empreinte non.`,
  "accelerator-unknown": fr`Le nom que cet outil donne à la carte n'est pas connu ici : remplacer REPLACE_ME.`,
  "provider-unknown": fr`On ne sait pas si cet outil loue chez le fournisseur de l'offre : choisir où lancer.`,
  spot: fr`Spot (interruptible) : la machine peut être reprise à tout moment. Les points de contrôle reviennent de UPLOAD_TO ; vérifier que le framework repart d'eux.`,
  reserved: fr`Le prix est celui d'une offre avec engagement : nommer la réservation au lanceur, sinon le tarif public est facturé.`,
  window: fr`Le travail est arrêté au bout de la fenêtre maximale prévue.`,
  partition: fr`Enlever un # et nommer la partition, si le cluster n'a pas de partition par défaut avec des cartes.`,
  "gres-type": fr`Chaque site nomme ses cartes : s'il en mêle plusieurs, écrire gpu:TYPE:NOMBRE.`,
  fleet: fr`dstack demande une flotte avec placement: cluster pour plusieurs nœuds.`,
  "checkpoint-volume": fr`emptyDir part avec le pod : mettre ici une demande de volume persistant si le cluster en offre.`,
  "send-folder": fr`D'abord : kubectl create configmap NOM-kit --from-file=. (NOM est celui du travail ci-dessous)`,
  "options-unchecked": fr`Les options sont celles de la documentation du framework ; elles n'ont pas été exécutées. Un court premier essai les vérifie.`,
  "optimizer-not-mapped": fr`Aucune option connue du framework pour cet optimiseur : le régler à la main.`,
  "parallel-by-hand": fr`Le parallélisme de tenseurs, de pipeline ou de contexte se règle dans la configuration du framework.`,
};

const open = {
  "upload-destination": fr`où vont les points de contrôle et les résultats (UPLOAD_TO)`,
  dataset: fr`le jeu de données (DATASET)`,
  model: fr`le modèle (MODEL)`,
  "train-script": fr`le script d'entraînement (TRAIN_SCRIPT)`,
  "framework-config": fr`la configuration du framework (FRAMEWORK_CONFIG)`,
  "image-digest": fr`l'empreinte de l'image`,
  accelerator: fr`le nom de la carte pour l'outil`,
  variable: fr`une variable du travail`,
};

export const launch = {
  notes,
  open,
  tools: {
    skypilot: "SkyPilot",
    dstack: "dstack",
    slurm: "Slurm",
    kubernetes: "Kubernetes",
    shell: "simple shell",
  },
  fileFor: (tool) => fr`Fichier de lancement (${tool})`,
  readComments: fr`Ce qu'il faut vérifier avant de le lancer est dans ses commentaires.`,
  written: (file) => fr`Écrit : ${file}`,
  nothingToLaunch: fr`Ce plan ne recommande rien, il n'y a donc rien à lancer.`,
  unknownLauncher: (read, known) => fr`--launcher ${read} : ce lanceur n'existe pas. Connus : ${known}.`,
  noSuchTool: (read, known) =>
    fr`Je n’écris pas de fichier de lancement pour « ${read} ». Je connais : ${known}.`,
  cannotWrite: (path) => fr`Impossible d'écrire ${path}.`,
  stillOpen: (parts) => fr`À donner avant le lancement : ${parts}.`,
} satisfies typeof english;
