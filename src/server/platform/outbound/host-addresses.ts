import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'

const HOSTS_FILE = '/etc/hosts'
/** For one answer of a name server, and for the whole look-up, ms. */
const ANSWER_MS = 1_500
const LOOK_UP_MS = 4_000
/** How long a name without an answer is not asked for again, ms, and how many such names are remembered. */
const DEAD_MS = 60_000
const MAX_DEAD = 2_000

interface Options {
  /** Name servers, as `address:port`. Default: those of the system. */
  servers?: readonly string[]
  /** Names that are known without a name server. */
  hostsFile?: string
}

/**
 * Returns how to find all IP addresses of a host; it throws when there is none. Unlike `dns.lookup` it takes no thread
 * that files and other look-ups wait for, and ends in time: names whose servers are silent hold up nobody.
 */
export function hostAddresses({ servers, hostsFile = HOSTS_FILE }: Options = {}) {
  const dead = new LRUCache<string, Error>({ max: MAX_DEAD, ttl: DEAD_MS })

  async function ask(host: string): Promise<string[]> {
    const resolver = new Resolver({ timeout: ANSWER_MS, tries: 1 })
    if (servers) resolver.setServers(servers)
    const late = setTimeout(() => resolver.cancel(), LOOK_UP_MS)
    try {
      const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
      const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
      if (found.length === 0) throw (answers[0] as PromiseRejectedResult).reason as Error
      return found
    } finally {
      clearTimeout(late)
    }
  }

  return async (host: string): Promise<string[]> => {
    const known = await inFile(hostsFile, host)
    if (known.length > 0) return known
    const failure = dead.get(host)
    if (failure) throw failure
    try {
      return await ask(host)
    } catch (error) {
      dead.set(host, error as Error)
      throw error
    }
  }
}

/** The addresses that the system's file gives the host. */
async function inFile(file: string, host: string): Promise<string[]> {
  const lines = (await readFile(file, 'utf8').catch(noneIfMissing)).split('\n')
  return lines.flatMap((line) => {
    const [address, ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/)
    return names.includes(host.toLowerCase()) ? [address!] : []
  })
}

function noneIfMissing(error: NodeJS.ErrnoException): string {
  if (error.code !== 'ENOENT') throw error
  return ''
}
