import { readFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Reader } from 'maxmind'

const UNKNOWN = 'Unknown'
const DATABASE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'

/** An entry of this database; maxmind's own types cover only MaxMind's databases. */
interface Countries {
  get(address: string): { country_code: string } | null
}

// Loaded at the first use.
let countries: Countries | undefined

/** ISO 3166 alpha-2 code of an address's country; 'Unknown' for private and unlisted ones. */
export function countryOf(address: string): string {
  const plain = address.replace(/^::ffff:/i, '')
  const family = isIP(plain)
  if (family === 0 || isPrivate(plain, family)) return UNKNOWN
  countries ??= open()
  return countries.get(plain)?.country_code ?? UNKNOWN
}

const open = () =>
  new Reader(readFileSync(fileURLToPath(import.meta.resolve(DATABASE)))) as unknown as Countries

const isPrivate = (address: string, family: number): boolean =>
  PRIVATE.check(address, family === 6 ? 'ipv6' : 'ipv4')

// The database lists some of them by their first owner.
const PRIVATE = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  PRIVATE.addSubnet(net, bits, 'ipv4')
}
for (const [net, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  PRIVATE.addSubnet(net, bits, 'ipv6')
}
