import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { Provider } from 'oidc-provider'
import { freePort } from './free-port.ts'

/**
 * A certified OpenID provider on a port of its own, which stands where Google would: it insists on PKCE and
 * asks for consent.
 */
export interface Google extends AsyncDisposable {
  readonly issuer: string
  /** What the product has to be started with. */
  readonly settings: Record<string, string>
  /** Opens it for the product at this address. */
  open(product: string): Promise<void>
}

const CLIENT = { client_id: 'the-palace', client_secret: 'a-secret-of-the-palace' }

/**
 * Who signs in there with a name, by the name alone: an e-mail address is its own account, 'unverified:'
 * before it says that nobody has verified it, and '{sub}={address}' is an account that has this address now.
 */
function claimsOf(login: string) {
  const unverified = login.startsWith('unverified:')
  const [sub, address] = login.replace('unverified:', '').split('=') as [string, string | undefined]
  const email = address ?? sub
  return { sub: login, email, email_verified: !unverified, name: email.split('@')[0]! }
}

export async function reserveGoogle(): Promise<Google> {
  const issuer = `http://127.0.0.1:${await freePort()}`
  let server: Server | null = null
  const settings = {
    GOOGLE_CLIENT_ID: CLIENT.client_id,
    GOOGLE_CLIENT_SECRET: CLIENT.client_secret,
    GOOGLE_AUTHORIZATION_URL: `${issuer}/auth`,
    GOOGLE_TOKEN_URL: `${issuer}/token`,
    GOOGLE_USERINFO_URL: `${issuer}/userinfo`,
  }
  const open = async (product: string) => {
    const answer = provider(issuer, product).callback()
    server = createServer((req, res) => void answer(req, res))
    server.listen(Number(new URL(issuer).port), '127.0.0.1')
    await once(server, 'listening')
  }
  const close = async () => {
    server?.closeAllConnections()
    if (server) await new Promise((resolve) => server!.close(resolve))
  }
  return { issuer, settings, open, [Symbol.asyncDispose]: close }
}

const provider = (issuer: string, product: string) =>
  new Provider(issuer, {
    clients: [
      {
        ...CLIENT,
        redirect_uris: [`${product}/api/auth/google/callback`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context, login) => ({ accountId: login, claims: () => claimsOf(login) }),
    pkce: { required: () => true },
    routes: { userinfo: '/userinfo' },
    // Said, because it complains of its own defaults.
    ttl: { AccessToken: 3600, Grant: 3600, IdToken: 3600, Interaction: 3600, Session: 3600 },
    cookies: { keys: ['a-key-for-tests'] },
  })
