import { z } from 'zod'
import { TIMINGS } from '#contract/limits.ts'
import { areHosts, areProxies, isOrigin, isProgram, list, trustsEverybody } from './setting-rules.ts'

/** The sender of an installation without MAIL_FROM; nobody receives what it sends to other sites. */
export const DEFAULT_SENDER = 'Royal Flush <help@royalflush.example>'

const NO_PROGRAM = 'must be a program that this account can run'

/** Every setting with its default. `npm run docs` makes the table in docs/OPERATIONS.md from it. */
export const Settings = z.object({
  ENV_FILE: z
    .string()
    .optional()
    .describe(
      "File with settings, one NAME=value a line, for the server and its commands. The environment goes first. Default: .env in the project's folder, where there is one.",
    ),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000).describe('Port the server listens on.'),
  HOST: z.string().default('127.0.0.1').describe('Address the server listens on.'),
  PUBLIC_URL: z
    .url()
    .refine(isOrigin, 'must be an http or https address without a path, for instance https://royal.example')
    .optional()
    .describe(
      'Address people use, for links, cookies and Origin checks, without a path. Required in production, with https unless it is localhost. Default: http://HOST:PORT.',
    ),
  DATA_DIR: z.string().default('./data').describe('Embedded database, outbox for mails, generated secrets.'),
  UPLOADS_DIR: z
    .string()
    .default('./uploads')
    .describe('Folder of uploaded pictures and videos, and of those being processed.'),
  S3_BUCKET: z
    .string()
    .optional()
    .describe(
      'Stores pictures and videos in this bucket. UPLOADS_DIR then holds only files being processed.',
    ),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must begin with http:// or https://' })
    .optional()
    .describe(
      'An S3-compatible store other than Amazon. Browsers must reach it too, and its CORS rules allow PUT from PUBLIC_URL.',
    ),
  S3_REGION: z.string().default('us-east-1').describe('Region of the bucket.'),
  S3_ACCESS_KEY_ID: z
    .string()
    .optional()
    .describe('Access key of the bucket. Default: the role of the machine.'),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('Secret of that key.'),
  S3_DOWNLOADS: z
    .enum(['server', 'links'])
    .default('server')
    .describe(
      'Who sends pictures and videos of the bucket: this server, or the bucket itself, to which browsers are sent by signed links.',
    ),
  CDN_URL: z
    .url({ protocol: /^https?$/, error: 'must begin with http:// or https://' })
    .optional()
    .describe('A CDN that reads the bucket. Browsers are sent there for files that everybody may see.'),
  FFMPEG_PATH: z
    .string()
    .refine(isProgram, NO_PROGRAM)
    .default('ffmpeg')
    .describe(
      'The ffmpeg program, with H.264 and AAC. Where it is not set and none is installed, only video and voice messages are off.',
    ),
  FFPROBE_PATH: z
    .string()
    .refine(isProgram, NO_PROGRAM)
    .default('ffprobe')
    .describe('The ffprobe program of the same version.'),
  MEDIA_WORKERS: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .optional()
    .describe(
      'Pictures processed at once, in processes of low priority; half as many videos, at least one. One of them is always left to others than the person with most pictures, unless there is only one. Default: half of the cores, and one.',
    ),
  MEDIA_PRIORITY: z
    .enum(['low', 'normal'])
    .default('low')
    .describe(
      'Priority of the processes for pictures, videos and web pushes. `low`: they wait while requests need the cores.',
    ),
  MONGODB_URI: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\/./, 'must begin with mongodb:// or mongodb+srv://')
    .optional()
    .describe(
      'A MongoDB replica set. Required in production. Without it an embedded one for development is started.',
    ),
  MONGOD_BINARY: z
    .string()
    .optional()
    .describe(
      'The mongod program of the embedded database. Default: the one on PATH, else a downloaded one.',
    ),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\/./, 'must begin with redis:// or rediss://')
    .optional()
    .describe('Redis, needed for several server processes: events, rate limits, presence.'),
  SEARCH_URL: z
    .url({ protocol: /^https?$/, error: 'must begin with http:// or https://' })
    .optional()
    .describe('Groonga server that searches posts and messages; by default MongoDB does.'),
  SESSION_SECRET: list
    .optional()
    .describe(
      'Secrets that sign session cookies, comma-separated, newest first. Each purpose has keys derived from them. Production needs at least 32 random characters each.',
    ),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/./, 'must begin with smtp:// or smtps://')
    .optional()
    .describe(
      'Mail server, for instance smtps://user:password@mail.example:465. With smtp:// add ?requireTLS=true, or mails may go without TLS where the server offers none. Required in production. Without it each mail is a file in DATA_DIR/outbox; in development the log prints its link.',
    ),
  CONFIRM_ADDRESS: z
    .enum(['auto', 'required', 'off'])
    .default('auto')
    .describe(
      'Whether new accounts must confirm their e-mail address before they post links, upload files or write to strangers. auto: when SMTP_URL is set.',
    ),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      "must look like 'Name <name@example.com>'",
    )
    .default(DEFAULT_SENDER)
    .describe('Sender of the mails. Required in production.'),
  GOOGLE_CLIENT_ID: z
    .string()
    .optional()
    .describe(
      'Client id of the Google sign-in, with the redirect address PUBLIC_URL/api/auth/google/callback. Without it the button shows that Google is not available.',
    ),
  GOOGLE_CLIENT_SECRET: z.string().optional().describe('Client secret of the Google sign-in.'),
  GOOGLE_AUTHORIZATION_URL: z
    .url()
    .default('https://accounts.google.com/o/oauth2/v2/auth')
    .describe('Authorization endpoint, for tests with another OpenID provider.'),
  GOOGLE_TOKEN_URL: z
    .url()
    .default('https://oauth2.googleapis.com/token')
    .describe('Token endpoint, for tests.'),
  GOOGLE_USERINFO_URL: z
    .url()
    .regex(/\/userinfo$/, 'must end with /userinfo')
    .default('https://openidconnect.googleapis.com/v1/userinfo')
    .describe('Userinfo endpoint, for tests.'),
  GOOGLE_TAG_ID: z
    .string()
    .regex(/^G-[A-Z0-9]{4,20}$/, "must look like 'G-XXXXXXX'")
    .optional()
    .describe(
      "Measurement id of Google Analytics. Its tag is loaded only for people who have consented to analytics; only their pages permit it. Without it nothing of Google's is loaded.",
    ),
  TRUST_PROXY: list
    .refine(areProxies, 'must be addresses, subnets, or loopback, linklocal, uniquelocal, comma-separated')
    .refine((all) => !trustsEverybody(all), 'must not trust everybody')
    .optional()
    .describe(
      'Addresses or subnets of proxies whose X-Forwarded-* headers are trusted, comma-separated. Required in production where PUBLIC_URL is https: the server itself speaks http.',
    ),
  HSTS: z
    .enum(['host', 'subdomains', 'preload'])
    .default('host')
    .describe(
      'For whom browsers keep to https for a year, where PUBLIC_URL is https: this host alone, its subdomains as well, or both with the wish to be in the lists that browsers are shipped with. Subdomains without https cannot be reached then.',
    ),
  CONNECTIONS_PER_ADDRESS: z.coerce
    .number()
    .int()
    .min(1)
    .default(1000)
    .describe(
      'Open connections of one address (IPv6: /64 network), times RATE_LIMIT_FACTOR. Proxies of TRUST_PROXY are not counted: they must limit their own clients.',
    ),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(https|mailto|tel):/, 'must begin with https:, mailto: or tel:')
    .optional()
    .describe(
      'Contact in /.well-known/security.txt for reports of vulnerabilities: an https, mailto or tel address. Default: the address of MAIL_FROM.',
    ),
  ADMIN_SECOND_FACTOR: z
    .enum(['auto', 'required', 'off'])
    .default('auto')
    .describe(
      'Whether admins need a passkey or an authenticator app to use the dashboard. auto: when PUBLIC_URL is https.',
    ),
  SPAM_PROTECTION: z
    .enum(['on', 'off'])
    .default('on')
    .describe('Whether posts, comments and messages are checked for spam, until an admin switches it.'),
  LINK_PREVIEWS: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'Whether the server reads the pages that posts and messages link to, and shows their title and picture. off: it never connects to them.',
    ),
  ALERT_HOSTS: list
    .refine(areHosts, 'must be names or addresses with or without a port, comma-separated, without http://')
    .default([])
    .describe(
      'Hosts inside of your network that the webhook of the alerts may reach, by http too: name or address, with the port unless it is 80 or 443, comma-separated. For instance alertmanager:9093.',
    ),
  OUTBOUND_TEST_SERVER: z
    .string()
    .regex(/^127\.0\.0\.1:\d+$/, 'must look like 127.0.0.1:8080')
    .optional()
    .describe('A local server that stands for the internet in tests. Only with NODE_ENV=test.'),
  SOCKETS_PER_ADDRESS: z.coerce
    .number()
    .int()
    .min(1)
    .default(300)
    .describe(
      'Sockets of one IPv4 address or IPv6 /64 network to one process: a school or an office may share an address. A person has at most 10.',
    ),
  UNDO_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(TIMINGS.undoMost)
    .default(10_000)
    .describe(
      'How long one can bring back a post or message that one has just deleted, or take back a message just sent, in milliseconds. The page offers it for 6 seconds. 0: never.',
    ),
  PASSWORD_COST: z
    .enum(['normal', 'low'])
    .default('normal')
    .describe('`low` makes password hashes cheap. Only with NODE_ENV=test.'),
  RATE_LIMIT_FACTOR: z.coerce
    .number()
    .positive()
    .default(1)
    .describe('Multiplies every rate limit, for load tests. At most 10 in production.'),
  UNRESPONSIVE_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .default(30)
    .describe(
      'Under `npm start`, a server whose event loop has stood still for so many seconds is killed and started again. 0: never.',
    ),
  DRAIN_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60)
    .default(0)
    .describe(
      'How long a server that is being stopped still answers while its /readyz is 503: a balancer that checks /readyz needs this time to see it. nginx as shipped checks nothing and needs none.',
    ),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(1)
    .max(65_535)
    .optional()
    .describe(
      'A separate port for /metrics and for a /readyz with details. In production the public port serves neither without METRICS_TOKEN.',
    ),
  METRICS_HOST: z.string().default('127.0.0.1').describe('Address of METRICS_PORT.'),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe(
      'With it (Authorization: Bearer ...) the public port serves /metrics and the details of /readyz.',
    ),
  LOG_LEVEL: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'])
    .default('info')
    .describe('Lowest level that is logged.'),
  REQUEST_LOG: z
    .enum(['all', 'errors', 'off'])
    .optional()
    .describe(
      'Which requests are logged, each as one line of the level info: all, or those answered with 500 and above. Default: all in production, errors elsewhere.',
    ),
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe(
      'production refuses to start without SMTP_URL, MAIL_FROM, MONGODB_URI, PUBLIC_URL, TRUST_PROXY and a strong SESSION_SECRET.',
    ),
  ALLOW_UNSAFE_PRODUCTION: z
    .enum(['yes', 'no'])
    .default('no')
    .describe(
      'yes: production starts although one of those is missing, and logs a warning. For load tests on a closed network.',
    ),
})
