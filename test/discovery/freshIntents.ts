import { type Intents, intents } from './intents';

/**
 * Written after words and weights were settled, evasive on purpose, never tuned by, nor looked at one by one. The halves and
 * the table of concepts come from the same hands, so this is the lower and fairer figure for what nobody thought of.
 */
export const FRESH_INTENTS: Intents = intents([
  [
    3,
    'half of the shoppers abandon at the last step, look at their failed charges',
    'regarde pourquoi les prélèvements de mars ont été refusés',
    'stripe',
  ],
  [
    2,
    'my Django server needs a home that is not my laptop',
    'je cherche où poser mon serveur Node pour qu’il tourne jour et nuit',
    'railway heroku vercel azure netlify firebase cloudflare',
  ],
  [
    2,
    'which of these branches contain the hotfix',
    'dans quelles branches se trouve ce correctif',
    'git github',
  ],
  [
    2,
    'give me everything that is overdue on the board',
    'donne-moi tout ce qui est en retard sur le tableau de bord du projet',
    'linear atlassian github',
  ],
  [
    3,
    'how much does a flight to Lisbon cost these days',
    'quels sont les horaires de la bibliothèque municipale',
    'tavily exa brave-search perplexity duckduckgo firecrawl',
  ],
  [
    3,
    'my landlord sent me a 40 page lease, is there a clause about pets',
    'mon assureur m’a envoyé 30 pages, y a-t-il une clause sur les vélos',
    'docling markitdown',
  ],
  [
    2,
    'put three items in the basket and see whether the total is right',
    'mets trois articles dans le panier et vérifie que le total est bon',
    'playwright puppeteer browserbase chrome-devtools',
  ],
  [
    2,
    'how many orders came in last month, it is in the orders relation',
    'combien de commandes le mois dernier, c’est dans la relation commandes',
    'postgres supabase neon sqlite clickhouse prisma-postgres mongodb',
  ],
  [2, 'write the release announcement in Dutch as well', "écris aussi l'annonce en néerlandais", 'deepl'],
  [
    2,
    'ask Marie and Tom whether Thursday suits them',
    'demande à Marie et Tom si jeudi leur convient',
    'slack',
  ],
  [
    3,
    'since Tuesday the number of failing requests has doubled',
    'depuis mardi, deux fois plus de requêtes échouent',
    'sentry cloudflare-observability',
  ],
  [2, 'paint me a fox in watercolour', 'peins-moi un renard à l’aquarelle', 'replicate hugging-face'],
  [
    2,
    'I want to see the order in which these services call each other',
    "je veux voir dans quel ordre ces services s'appellent",
    'mermaid',
  ],
  [
    2,
    'temperature over the last 24 hours as a line',
    'la température des dernières 24 heures sous forme de ligne',
    'echarts antv-chart',
  ],
  [
    2,
    'every restaurant in Lyon with its rating, from the guide',
    'tous les restaurants de Lyon avec leur note, depuis le guide',
    'firecrawl apify playwright puppeteer browserbase',
  ],
  [
    3,
    'from now on answer me in short sentences',
    'à partir de maintenant, réponds-moi en phrases courtes',
    'memory',
  ],
  [
    2,
    'where did we write down the holiday policy',
    'où avons-nous écrit les règles de congés',
    'notion atlassian',
  ],
  [2, 'is useEffectEvent stable yet', 'useEffectEvent est-il devenu stable', 'context7'],
  [
    2,
    'can someone read another customer’s orders by changing the number in the URL',
    "quelqu'un peut-il lire les commandes d'un autre client en changeant le numéro dans l'URL",
    'semgrep sonarqube',
  ],
  [
    2,
    'record the greeting of our phone line',
    "enregistre l'accueil de notre standard téléphonique",
    'elevenlabs',
  ],
  [2, 'the ball goes through the wall', 'la balle traverse le mur', 'unity'],
  [
    2,
    'put a wooden material on the table top and light it from the left',
    'mets une matière bois sur le plateau et éclaire-le par la gauche',
    'blender',
  ],
  [
    2,
    'remind everyone who has not paid, in writing',
    'relance par écrit tous ceux qui n’ont pas payé',
    'resend stripe',
  ],
  [
    3,
    'Paul moved everything two pixels to the left, take that over',
    'Paul a tout décalé de deux pixels, reprends ça',
    'figma figma-framelink',
  ],
  [
    2,
    'send a malformed body to /orders and see what it answers',
    'envoie un corps mal formé à /orders et regarde ce que ça répond',
    'postman',
  ],
  [
    2,
    'only paying members may open the back room of the site',
    "seuls les membres inscrits doivent pouvoir entrer dans l'espace privé",
    'supabase firebase',
  ],
  [
    2,
    'whenever a review comes in, log it and thank the author',
    'dès qu’un avis arrive, note-le et remercie son auteur',
    'n8n',
  ],
  [
    2,
    'my laptop fan is loud, what is eating the CPU',
    'mon ventilateur s’affole, qu’est-ce qui occupe le processeur',
    'desktop-commander',
  ],
  [
    3,
    'the home page asks for the same ten products over and over',
    "la page d'accueil redemande sans cesse les dix mêmes produits",
    'redis upstash',
  ],
  [
    2,
    'beta testers should get the iPhone build today',
    "les bêta-testeurs doivent recevoir la version iPhone aujourd'hui",
    'expo',
  ],
]);
