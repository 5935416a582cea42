import { z } from 'zod'

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)

/**
 * Every setting, its default and what it does. `npm run docs` makes the table in docs/OPERATIONS.md of it.
 */
export const Settings = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000).describe('Port the server listens on.'),
  HOST: z.string().default('127.0.0.1').describe('Address the server listens on.'),
  PUBLIC_URL: z
    .url()
    .optional()
    .describe(
      'Address people use, for links, cookies and Origin checks. Required in production, with https unless it is localhost. Default: http://HOST:PORT.',
    ),
  DATA_DIR: z.string().default('./data').describe('Embedded database, outbox for mails, generated secrets.'),
  UPLOADS_DIR: z
    .string()
    .default('./uploads')
    .describe('Pictures and videos people post, and those being worked on.'),
  S3_BUCKET: z
    .string()
    .optional()
    .describe(
      'Keeps pictures and videos in this bucket instead of UPLOADS_DIR, which then holds only what is being worked on.',
    ),
  S3_ENDPOINT: z
    .url()
    .optional()
    .describe(
      'An S3-compatible store other than Amazon. Browsers must reach it too, and its CORS rules allow PUT from PUBLIC_URL.',
    ),
  S3_REGION: z.string().default('us-east-1').describe('Region of the bucket.'),
  S3_ACCESS_KEY_ID: z.string().optional().describe('Key of the bucket. Without it: the role of the machine.'),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('Secret of that key.'),
  FFMPEG_PATH: z
    .string()
    .default('ffmpeg')
    .describe(
      'The ffmpeg that videos are made with, with H.264 and AAC. Where it is missing, video is off and nothing else.',
    ),
  FFPROBE_PATH: z.string().default('ffprobe').describe('The ffprobe beside it.'),
  MEDIA_WORKERS: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .optional()
    .describe(
      'Pictures worked on at once, in processes of low priority; half as many videos, one at least. Default: half of the cores.',
    ),
  MONGODB_URI: z
    .string()
    .optional()
    .describe(
      'A MongoDB replica set. Required in production. Without it an embedded one for development is started.',
    ),
  MONGOD_BINARY: z
    .string()
    .optional()
    .describe(
      'The mongod that the embedded database runs on. Default: the one on PATH, else one that was fetched, else one is fetched.',
    ),
  REDIS_URL: z
    .string()
    .optional()
    .describe('Redis for several server processes: events, rate limits, presence.'),
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
      'Mail server, for instance smtps://user:password@mail.example:465. Required in production. Without it each mail is a file in DATA_DIR/outbox; in development the log prints its link.',
    ),
  CONFIRM_ADDRESS: z
    .enum(['auto', 'required', 'off'])
    .default('auto')
    .describe(
      'Whether a new account confirms its e-mail address before it posts links, uploads files and writes to strangers. auto: where SMTP_URL is set.',
    ),
  MAIL_FROM: z.string().default('Royal Flush <help@royalflush.example>').describe('Who mails come from.'),
  GOOGLE_CLIENT_ID: z
    .string()
    .optional()
    .describe(
      'Client of the Google sign-in, whose redirect address is PUBLIC_URL/api/auth/google/callback. Without it the button leads back with a word.',
    ),
  GOOGLE_CLIENT_SECRET: z.string().optional().describe('Secret of that client.'),
  GOOGLE_AUTHORIZATION_URL: z
    .url()
    .default('https://accounts.google.com/o/oauth2/v2/auth')
    .describe('Where Google asks people, for tests with another OpenID provider.'),
  GOOGLE_TOKEN_URL: z
    .url()
    .default('https://oauth2.googleapis.com/token')
    .describe('Where Google gives tokens, for tests.'),
  GOOGLE_USERINFO_URL: z
    .url()
    .regex(/\/userinfo$/, 'must end with /userinfo')
    .default('https://openidconnect.googleapis.com/v1/userinfo')
    .describe('Where Google says who it is, for tests.'),
  TRUST_PROXY: list
    .optional()
    .describe('Addresses or subnets of proxies whose X-Forwarded-* headers are believed, comma-separated.'),
  CONNECTIONS_PER_ADDRESS: z.coerce
    .number()
    .int()
    .min(1)
    .default(1000)
    .describe(
      'Open connections of one address (IPv6: /64 network), times RATE_LIMIT_FACTOR. Proxies of TRUST_PROXY are not counted: they have to bound their own clients.',
    ),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(https|mailto|tel):/, 'must begin with https:, mailto: or tel:')
    .optional()
    .describe(
      'Where /.well-known/security.txt sends who has found a hole: an https, mailto or tel address. Default: the address of MAIL_FROM.',
    ),
  ADMIN_SECOND_FACTOR: z
    .enum(['auto', 'required', 'off'])
    .default('auto')
    .describe(
      'Whether admins need a passkey or an authenticator app before the dashboard opens. auto: where PUBLIC_URL is https.',
    ),
  SPAM_PROTECTION: z
    .enum(['on', 'off'])
    .default('on')
    .describe('Whether posts, comments and messages are looked at for spam, until an admin switches it.'),
  SOCKETS_PER_ADDRESS: z.coerce
    .number()
    .int()
    .min(1)
    .default(300)
    .describe(
      'Live connections of one IPv4 address or one IPv6 /64 network to one process: a whole school or office may share one. Each person has 10 of them at most.',
    ),
  PASSWORD_COST: z
    .enum(['normal', 'low'])
    .default('normal')
    .describe('`low` makes password hashes cheap. Taken with NODE_ENV=test alone.'),
  RATE_LIMIT_FACTOR: z.coerce
    .number()
    .positive()
    .default(1)
    .describe('Multiplies every rate limit, for load tests.'),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(1)
    .max(65_535)
    .optional()
    .describe(
      'A port of its own for /metrics and for a /readyz that names what is missing. In production the public port answers neither without METRICS_TOKEN.',
    ),
  METRICS_HOST: z.string().default('127.0.0.1').describe('Address of METRICS_PORT.'),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe(
      'Who sends it (Authorization: Bearer ...) reads /metrics on the public port, and the whole /readyz.',
    ),
  LOG_LEVEL: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'])
    .default('info')
    .describe('How much the log says.'),
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe(
      'production refuses to start without SMTP_URL, MONGODB_URI, PUBLIC_URL and a strong SESSION_SECRET.',
    ),
  ALLOW_UNSAFE_PRODUCTION: z
    .enum(['yes', 'no'])
    .default('no')
    .describe(
      'yes: production starts although one of those is missing, and says so in the log. For load tests on a closed network.',
    ),
})
