import type { Lexicon } from "./surface.ts";

/** Without accents: the text is folded before it is compared. */
export const french: Lexicon = {
  forms: [
    { forms: ["fine tuning complet", "finetuning complet", "fine tune complet", "finetune complet", "full fine tuning complet", "reglage fin complet", "affinage complet", "ajustement fin complet", "a parametres complets", "parametres complets", "tous les parametres", "tous les poids", "tous ses poids", "l'ensemble des poids", "la totalite des poids", "l'integralite des poids", "fine tuner en entier", "finetuner en entier", "entrainer en entier", "entrainement complet", "fine tuner completement", "completement fine tuner", "modele entier", "un full de", "le full de", "full de", "en full", "finetuning full", "fine tuning full"], states: { method: "full" } }, // prettier-ignore
    { forms: ["pre entrainement", "preentrainement", "pre entrainer", "preentrainer", "depuis zero", "a partir de zero", "de zero"], states: { method: "pretrain" } }, // prettier-ignore
    { forms: ["servir", "mise en service", "inference", "servir en prod", "mettre en prod", "deployer", "heberger", "deploiement", "en production", "mettre en service", "auto heberger", "chatbot", "exposer une api"], states: { method: "inference" } }, // prettier-ignore
    { forms: ["perte fusionnee", "loss fusionnee", "cross entropy fusionnee", "entropie croisee fusionnee"], states: { fusedLoss: true } }, // prettier-ignore
    { forms: ["deport en ram", "dechargement cpu", "decharger en ram", "deport cpu", "deport ram"], states: { "parallel.offload": "all" } }, // prettier-ignore
    { forms: ["deport de l'optimiseur", "deport optimiseur", "optimiseur en ram"], states: { "parallel.offload": "optimizer" } }, // prettier-ignore
    { forms: ["optimiseur pagine"], states: { optimizer: "paged-adamw" } },
    { forms: ["cartes grand public", "grand public uniquement", "grand public", "cartes gaming", "cartes de jeu", "cartes consumer", "carte grand public", "carte gaming"], states: { "limits.classes": ["consumer"] } }, // prettier-ignore
    { forms: ["cartes de datacenter", "cartes datacenter", "cartes de centre de donnees", "pas de cartes grand public", "pas de carte grand public", "datacenter uniquement"], states: { "limits.classes": ["data-center"] } }, // prettier-ignore
    { forms: ["cartes de station de travail", "station de travail", "cartes workstation"], states: { "limits.classes": ["workstation"] } }, // prettier-ignore
    { forms: ["un seul noeud", "un noeud", "une seule machine", "une machine", "mono noeud", "sur un noeud"], states: { nodes: 1 } }, // prettier-ignore
    { forms: ["partitionnement", "sharding", "sharde", "shardee", "partitionne"], states: { "parallel.strategy": "fsdp" } }, // prettier-ignore
    { forms: ["nvidia uniquement", "uniquement du nvidia", "que du nvidia", "seulement du nvidia", "rien que du nvidia", "nvidia obligatoire"], states: { "limits.platforms": ["cuda"] } }, // prettier-ignore
    { forms: ["preemptible", "interruptible"], states: { "limits.spot": true } },
    { forms: ["regroupement de sequences", "sequences mises bout a bout"], states: { packing: true } },
  ],
  noise:
    `a abord afin ai aide aider aimerais ainsi alors ans apprentissage apres as assez attends au aucun aujourd'hui aurait auriez aussi autant autre autres aux avait avant avec avez
    avoir avons beaucoup besoin bien bon bonjour bonsoir bref but c c'est ca calcul calculer carte cartes car ce cela celle celles celui ces cet cette ceux chaque cher chers chez choisir
    combien comme comment complet conseil conseiller conseilles conseillez contre cout coute couter d d'abord d'accord d'une d'un dans de deja demain depuis des deux devis devrait devrions dire dis dois doit doivent donc donne donner donnees dont du duree
    elle elles en encore enfin ensuite entrainement entrainer entre environ es est et etait etre eu eux exactement exemple exemples existe faire fait faites faut faudrait fin fine-tuner fine-tune finetuner fine-tuning finetuning
    finir fois font gens gpu grand grande gros grosse hello heure heures hier hors hyper i ici il ils j j'ai j'aimerais je jeton jetons jeu job jour jours juste l la laisse laquelle le lequel les leur lot lots longueur lui
    m ma machine machines maintenant mais marche max maximum me meilleur meilleure meme memes memoire merci mes mettre micro-lot mieux mini minimum mode modele modeles moi moins mon montre n n'est ne necessaire ni niveau noeud noeuds non nos notre nous
    nouveau nouvelle on ont or ou oui par parce partir pas passe passer pendant petit petite petits peu peut peux plan planifier plus plutot possible pour pourquoi pourrait pouvez pouvoir prefere preferer
    prend prendre prendrait prends pres presque prevoir prix probablement projet puis puisque qu qu'est qu'il qu'elle qu'on qq quand que quel quelle quelles quelque quelques quels qui quoi recommander recommandes recommandez reglage fin rentre rester rien runs s s'il sa
    sais salut sans sauf savoir se sera serait ses seul seule seulement si simple sinon soit sommes son sont sorte sous stp suffit suffirait suffisant suis sur svp t ta tache tant te tel tellement temps tenir tes test tient tiendra toi ton toujours tous tout toute toutes
    tranquille travail tres trop trouver tu type un une utilise utiliser utilisateurs va vais valider vas vers veut veux voici voila voir voudrais voulons vos votre vous vrai vraiment vu y a-t-il bonne dispo disponible question sequence sequences nvidia amd
    lieu plait uniquement finalement vram plante run conf quantifie quantifier base voudrait place exclusivement monte top midi vite combien aimerions souhaite souhaitons affiner reglage affinage ajustement entraine louer location acheter carte-la faisable simultanes simultanees requetes s'agit configuration materiel taille poids besoins longueurs euh hum pardon voulais voulait garde disons contexte rang precision optimiseur accumulation epoque epoques milliards`.split(
      /\s+/u,
    ),
  telling:
    `ou faire tenir tienne rentrer rentre tient rappel rappels le la les des du une et avec sur pour sous est ca quoi pourquoi jetons lot moins plutot quel quelle quels quelles combien nous vous je tu il elle pas ne
    que qui dans au aux mais donc si stp svp merci oublie annule cartes carte avant d'ici vendredi lundi mardi mercredi jeudi jours heures epoque epoques contexte moitie
    revenir premiere dernier rang noeuds noeud louer acheter sans prends prend essais demain rappelle-moi rappelez-moi alors loue louons maintenant finalement etape etapes mesures recalcul fine-tuner entrainer servir utilisateurs chez faut veux peut on mon ma mes notre nos ce cette ces c'est en de un deux trois quatre et
    longueur reglage euros exemples milliard milliards micro-lot lots requetes simultanees moins plus par l'a100 ttc ht optimiseur plante notre l'on d'un d'une j'ai salut bonjour complet avec echeance plafond enleve retire passe mets remets aide mes-plans prive reglages pilote comparer adopter adopte reprendre partager annuler remets ajuste celle celui chiffre vient graphique graphiques graphe chronologie frise calendrier montre montrez affiche dessine fichier lancement utile utiles inutile suffit suffisent lequel laquelle lesquels lesquelles vraiment besoin assez cher chere vaut mieux faudrait serait sinon aussi rien tout toute tous gros grosse vite  vraie cote`.split(
      /\s+/u,
    ),
};
