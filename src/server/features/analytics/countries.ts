import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Reader } from 'maxmind'
import { isPublicAddress } from '#server/platform/outbound/public-address.ts'

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
  // The database lists some private addresses by their first owner.
  if (!isPublicAddress(plain)) return UNKNOWN
  countries ??= open()
  return countries.get(plain)?.country_code ?? UNKNOWN
}

const open = () =>
  new Reader(readFileSync(fileURLToPath(import.meta.resolve(DATABASE)))) as unknown as Countries
