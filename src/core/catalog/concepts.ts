/** Something people ask for: the words they use, the words that servers use, and the servers that are known for it. */
export interface Concept {
  /** English and French, folded: small letters, no accents. A word of five letters or more also stands for its longer forms. */
  readonly said: readonly string[];
  /** Words to look for as well. */
  readonly meant: string;
  /** Catalog ids, best first; those that are not in the catalog count for nothing. Seed 0's intent map, extended. */
  readonly known: readonly string[];
}

function concept(said: string, meant: string, known: string): Concept {
  return { said: said.split(', '), meant, known: known === '' ? [] : known.split(' ') };
}

/** What Switchyard understands beside the catalog's own words. One line per concept; the order says nothing. */
export const CONCEPTS: readonly Concept[] = [
  concept(
    'deploy, deployment, host, hosting, publish, ship, go live, production, serverless, deployer, deploiement, deploie, heberger, hebergement, mettre en ligne, mise en ligne, mise en production, publier',
    'deploy hosting',
    'vercel railway cloudflare',
  ),
  concept(
    'payment, payments, pay, billing, checkout, subscription, subscriptions, invoice, paiement, paiements, payer, facturation, facture, abonnement, abonnements, encaisser, carte bancaire, credit card',
    'payments billing',
    'stripe',
  ),
  concept(
    'database, databases, db, sql, query, queries, table, tables, base de donnees, bases de donnees, bdd, requete sql, requetes',
    'database sql',
    'supabase postgres sqlite clickhouse neo4j',
  ),
  concept('postgresql, pgsql, mysql, mariadb', 'postgres sql', 'postgres neon supabase'),
  concept('nosql, document store', 'mongodb nosql', 'mongodb'),
  concept('graph database, cypher, knowledge graph, base graphe, base de graphes', 'graph cypher', 'neo4j'),
  concept('orm', 'orm prisma', 'prisma-postgres'),
  concept(
    'email, emails, e mail, e mails, mail, mails, mailing, newsletter, courriel, courriels, courrier electronique, envoyer un message electronique',
    'email mail',
    'resend',
  ),
  concept(
    'search, web search, google, look up, internet, search engine, search the web, recherche, rechercher, chercher, recherche web, moteur de recherche',
    'search web',
    'tavily exa firecrawl',
  ),
  concept(
    'scraping, scrape, scraper, crawl, crawler, crawling, extract pages, aspirer, extraction de donnees, extraire des pages, moissonner',
    'scraping crawl',
    'firecrawl puppeteer playwright',
  ),
  concept(
    'browser, browsing, headless, click, screenshot, end to end, e2e, navigateur, naviguer, capture d ecran, cliquer',
    'browser',
    'puppeteer playwright browserbase',
  ),
  concept(
    'mobile, react native, ios, android, iphone, smartphone, phone app, telephone, application mobile, flutter',
    'mobile ios android',
    'expo dart-flutter',
  ),
  concept(
    'design, designs, ui, ux, mockup, prototype, interface, component, components, maquette, maquettes, conception, composant, composants, charte graphique',
    'design ui component',
    'figma shadcn magic magic-ui',
  ),
  concept(
    'chart, charts, diagram, diagrams, plot, graphs, visualization, visualisation, visualize, flowchart, draw, graphique, graphiques, diagramme, diagrammes, schema, schemas, courbe, camembert, visualiser, dessiner, organigramme',
    'chart diagram visualization',
    'echarts mermaid',
  ),
  concept(
    'translation, translate, translator, localize, localization, i18n, traduction, traduire, traducteur, traduis, traductions',
    'translation',
    'deepl',
  ),
  concept(
    'cms, content, contents, headless cms, blog, article, articles, contenu, contenus, gestion de contenu, redaction',
    'cms content',
    'notion sanity',
  ),
  concept('notes, wiki, knowledge base, prise de notes, base de connaissances', 'notes wiki', 'notion'),
  concept(
    'monitoring, monitor, error tracking, errors, exception, exceptions, crash, crashes, alert, alerts, observability, surveillance, surveiller, supervision, suivi des erreurs, erreurs, plantage, plantages',
    'monitoring error tracking',
    'sentry',
  ),
  concept('logs, log, journaux, telemetry', 'logs', 'cloudflare-observability sentry'),
  concept(
    'security, vulnerability, vulnerabilities, audit, sast, secure, code quality, static analysis, securite, vulnerabilite, vulnerabilites, faille, failles, analyse statique, qualite du code',
    'security audit quality',
    'semgrep sonarqube',
  ),
  concept('lint, linter, linting, code style', 'lint', 'eslint'),
  concept(
    'document, documents, pdf, docx, pptx, word document, convert document, powerpoint, convertir',
    'document pdf',
    'docling code2prompt',
  ),
  concept(
    'prompt, pack, context window, whole code base, code analysis, analyse de code',
    'prompt pack code analysis',
    'repomix code2prompt',
  ),
  concept('markdown', 'markdown', 'markitdown fetch'),
  concept(
    '3d, modeling, modelling, modelisation, game, games, render, jeu, jeux, jeu video, rendu',
    '3d modeling game',
    'blender unity',
  ),
  concept(
    'ai, ml, inference, llm, machine learning, artificial intelligence, local model, generate image, ia, intelligence artificielle, apprentissage automatique, modele local, modeles, generer une image',
    'ai ml inference',
    'ollama replicate',
  ),
  concept(
    'dataset, datasets, hugging face, jeu de donnees, jeux de donnees',
    'datasets models',
    'hugging-face',
  ),
  concept(
    'video, videos, youtube, transcript, subtitles, sous titres, transcription',
    'video transcript',
    'youtube',
  ),
  concept(
    'audio, speech, voice, tts, text to speech, voix, parole, synthese vocale, son',
    'speech voice audio',
    'elevenlabs',
  ),
  concept('docker, container, containers, conteneur, conteneurs', 'docker container', 'docker-mcp'),
  concept(
    'cache, caching, redis, queue, queues, key value, file d attente, mettre en cache',
    'cache redis queue',
    'upstash redis',
  ),
  concept(
    'sandbox, run code, execute code, code execution, bac a sable, executer du code',
    'sandbox code execution',
    'e2b',
  ),
  concept(
    'automation, automate, automatic, desktop, automatisation, automatiser, automatique, bureau',
    'automation desktop',
    'desktop-commander desktop-automation',
  ),
  concept('workflow automation, zapier, no code', 'automation workflow', 'n8n'),
  concept(
    'terminal, shell, command line, process, processes, ligne de commande, processus',
    'terminal process',
    'desktop-commander',
  ),
  concept(
    'git, commit, commits, diff, branch, branches, merge, rebase, version control, branche, fusionner, gestion de version',
    'git commit branch',
    'git github',
  ),
  concept(
    'pull request, pull requests, repository, repositories, repo, code review, depot, depots, revue de code',
    'github repo pull request',
    'github',
  ),
  concept(
    'issue, issues, ticket, tickets, bug tracker, sprint, backlog, project management, gestion de projet, tache, taches',
    'issue project tracker',
    'linear atlassian github',
  ),
  concept('jira, confluence', 'jira', 'atlassian'),
  concept(
    'documentation, docs, library, libraries, framework, api reference, bibliotheque, manuel',
    'documentation docs library',
    'context7 deepwiki',
  ),
  concept('microsoft, dotnet, csharp', 'azure dotnet', 'microsoft-learn azure'),
  concept('memory, remember, recall, memoire, souvenir, memoriser, se souvenir', 'memory remember', 'memory'),
  concept(
    'reasoning, think, thinking, step by step, reason, raisonnement, reflechir, reflexion, etape par etape',
    'reasoning thinking',
    'sequential-thinking',
  ),
  concept(
    'file, files, folder, folders, directory, fichier, fichiers, dossier, dossiers, repertoire',
    'file files',
    'filesystem',
  ),
  concept(
    'web page, website, url, fetch, download, http, page web, site web, telecharger',
    'fetch web page',
    'fetch',
  ),
  concept(
    'chat, message, messages, team, channel, messagerie, equipe, canal, discussion',
    'chat message team',
    'slack',
  ),
  concept('spreadsheet, spreadsheets, tableur, feuille de calcul, tableau', 'spreadsheet', 'airtable'),
  concept('time, timezone, date, clock, heure, fuseau horaire, horloge', 'time timezone', 'time'),
  concept(
    'performance, lighthouse, profiling, debug, debugging, vitesse, lenteur, deboguer, debogage',
    'performance debug',
    'chrome-devtools sentry',
  ),
  concept('api testing, rest api, test api, tester une api', 'api rest', 'postman'),
  concept(
    'commerce, e commerce, shop, store, boutique, boutique en ligne, vente en ligne',
    'commerce',
    'shopify-dev stripe',
  ),
  concept('cloud, nuage', 'cloud', 'azure cloudflare'),
  concept(
    'auth, authentication, login, sign in, backend, authentification, connexion',
    'auth backend',
    'supabase firebase',
  ),
  concept(
    'analytics, statistics, analytique, statistiques, data warehouse, entrepot de donnees',
    'analytics',
    'clickhouse',
  ),
  concept('monorepo, build', 'monorepo build', 'nx'),
  concept('test, tests, testing, tester', 'test browser', 'playwright'),
];
