import type { help as english } from "../en/help.ts";
import { fr } from "./typography.ts";

export const help = {
  title: fr`Je calcule des entraînements, des fine-tunings et des mises en service, et je nomme la plus petite configuration qui termine tout le travail.`,
  lines: [
    fr`/gpu-plan ouvre un formulaire ; /gpu-plan suivi d'une ligne la lit : « llama 3.1 8b lora r16, 4k, 2x H100, 200 M de jetons, moins de 300 € ».`,
    fr`Dans le fil d'un plan : « et en 8k ? », « pourquoi pas la MI300X ? », « le moins cher dans l'UE », « et si on a 3 jours », « annuler ».`,
    fr`/gpu-plan catalogue : cartes et modèles. /gpu-plan mes-plans : vos plans. /gpu-plan privé … : le plan en message direct.`,
    fr`Dans un fil, où les commandes ne marchent pas : les mêmes mots après @gpu-plan. « silence » et « reprendre » règlent si je suis le fil.`,
    fr`La mémoire est par carte, en Gio, 9 fois sur 10 dans la fourchette indiquée ; ce qui est vendu est en Go. Les montants sont HT.`,
  ],
  topics: {
    memory: fr`La mémoire est celle de la plus grosse phase, pas la somme : poids, gradients, état de l'optimiseur, activations, logits, tampons, contexte.`,
    pilot: fr`Un pilote est un essai court sur les lots réels les plus longs. Il remplace le calcul par une mesure.`,
    price: fr`Les prix portent leur date et leur genre (à la demande, spot, avec engagement). Un prix inconnu reste inconnu, il n'est jamais compté comme nul.`,
  },
  openForm: "Ouvrir le formulaire",
  welcome: fr`Bonjour. Indiquez le modèle et le travail : je calcule mémoire, durée et coût.`,
  inviteMe: fr`Je ne suis pas membre de ce canal : invitez-moi avec /invite @gpu-plan, et les plans y seront publiés.`,
  dmFallback: fr`Le plan est dans notre message direct, car je ne peux pas publier dans ce canal.`,
  examples: fr`Essayez : « llama 3.1 8b lora, 4k, 200 M de jetons, moins de 300 € ».`,
} satisfies typeof english;
