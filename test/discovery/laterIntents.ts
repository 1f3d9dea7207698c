import { type Intents, intents } from './intents';

/**
 * Written after words and weights were settled, measured once and never tuned by: the halves and the table of concepts come
 * from the same hands, so this is the fairer, and lower, figure for what nobody thought of.
 */
export const LATER_INTENTS: Intents = intents([
  [
    3,
    'we keep getting double bookings because two clients pay at once',
    'le client a été débité deux fois, annule un des débits',
    'stripe',
  ],
  [
    2,
    'spin up somewhere to run my Express API',
    'il me faut un endroit où faire tourner mon API Express',
    'railway heroku vercel azure netlify firebase cloudflare',
  ],
  [
    2,
    'which commit introduced this bug',
    "à quel moment ce bug est-il apparu dans l'historique",
    'git github',
  ],
  [
    2,
    'close all stale tickets older than a year',
    "ferme les tickets qui traînent depuis plus d'un an",
    'linear atlassian github',
  ],
  [
    3,
    'what happened in the election yesterday',
    "qui a gagné le match d'hier soir",
    'tavily exa brave-search perplexity duckduckgo',
  ],
  [
    3,
    'pull the table on page 14 of the supplier brochure',
    'sors le tableau de la page 14 de la plaquette du fournisseur',
    'docling markitdown',
  ],
  [
    2,
    'try logging in with a wrong password and see what the page shows',
    'connecte-toi avec un mauvais mot de passe et regarde ce que la page affiche',
    'playwright puppeteer browserbase chrome-devtools',
  ],
  [
    2,
    'list the ten slowest statements on our production DB',
    'liste les dix ordres les plus lents de la base de prod',
    'postgres supabase neon clickhouse prisma-postgres',
  ],
  [
    3,
    'customers in Tokyo want the menu in their own words',
    'il faut que la notice soit lisible pour un public polonais',
    'deepl',
  ],
  [
    2,
    'warn the on-call room that we are rolling back',
    'préviens le salon d’astreinte que nous revenons en arrière',
    'slack',
  ],
  [
    3,
    'every deploy the number of 500s goes up and I do not know where from',
    'depuis la dernière livraison il y a plein de 500 et je ne sais pas d’où ça vient',
    'sentry cloudflare-observability',
  ],
  [
    2,
    'generate a cover image for my blog post',
    "fabrique une image de couverture pour l'article",
    'replicate hugging-face',
  ],
  [
    2,
    'make a family tree of these packages as boxes',
    'montre comment les modules dépendent les uns des autres, en boîtes',
    'mermaid',
  ],
  [2, 'show revenue as a donut', 'montre le chiffre d’affaires en anneau', 'echarts antv-chart'],
  [
    2,
    'get every job offer from this careers page into a CSV',
    "récupère toutes les offres d'emploi de cette page dans un CSV",
    'firecrawl apify playwright puppeteer browserbase',
  ],
  [
    3,
    'I always use pnpm, do not make me say it again',
    "j'utilise toujours pnpm, ne me le fais plus préciser",
    'memory',
  ],
  [
    2,
    'put the onboarding checklist where new hires can read it',
    "mets la liste d'accueil là où les nouveaux arrivants peuvent la lire",
    'notion atlassian',
  ],
  [2, 'does Vue 3.5 still have this option', 'cette option existe-t-elle encore dans Vue 3.5', 'context7'],
  [
    2,
    'is there an SQL injection in this controller',
    'y a-t-il une injection possible dans ce contrôleur',
    'semgrep sonarqube',
  ],
  [
    3,
    'replay a caller saying hello in a British accent',
    'fais dire bonjour avec un accent québécois',
    'elevenlabs',
  ],
  [2, 'make the enemies follow the player', 'les ennemis doivent suivre le joueur', 'unity'],
  [
    2,
    'mirror the mesh and export it as glTF',
    'applique un miroir au maillage et exporte-le en glTF',
    'blender',
  ],
  [2, 'send each new subscriber a PDF by mail', 'envoie à chaque inscrit un lien par courriel', 'resend'],
  [
    3,
    'the signup screen does not look like what Lea drew',
    "l'écran d'inscription ne ressemble pas à ce que Léa a dessiné",
    'figma figma-framelink',
  ],
  [
    2,
    'is our API still returning 200 for an empty body',
    'notre API renvoie-t-elle toujours 200 pour un corps vide',
    'postman',
  ],
  [
    2,
    'users should log in with their phone number',
    'les gens doivent pouvoir s’identifier par SMS',
    'supabase firebase',
  ],
  [
    2,
    'copy new leads from the form into the CRM automatically',
    'recopier les nouveaux prospects du formulaire dans le CRM',
    'n8n airtable',
  ],
  [
    2,
    'stop whatever is listening on port 3000',
    'arrête ce qui écoute sur le port 3000',
    'desktop-commander',
  ],
  [
    3,
    'the same report is asked for a thousand times an hour',
    'le même rapport est demandé mille fois par heure',
    'redis upstash',
  ],
  [2, 'get the app on TestFlight', "mettre l'appli sur TestFlight", 'expo'],
]);
