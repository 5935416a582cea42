const MAPPED = /^::ffff:(?=\d+\.)/i
/** Some proxies write the port, too: 192.0.2.7:50123, [2001:db8::1]:50123. Each request has another one. */
const WITH_PORT = /^(?:\[([^\]]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/

/**
 * The part of an address that the security log stores: the /24 of an IPv4 address, the /48 of an IPv6 one.
 */
export function prefixOf(address: string | undefined): string {
  const network = networkOf(address)
  if (network.includes(':')) return `${network.split(':').slice(0, 3).join(':')}::/48`
  return network.includes('.') ? `${network.split('.').slice(0, 3).join('.')}.0/24` : network
}

/**
 * The network that limits count: an IPv4 address, or the /64 of an IPv6 address, because one household has a
 * whole /64.
 */
export function networkOf(address: string | undefined): string {
  const plain = (address ?? 'unknown').replace(WITH_PORT, '$1$2').replace(MAPPED, '')
  if (!plain.includes(':')) return plain
  if (!/^[\da-f:]+(%|$)/i.test(plain)) return 'unknown'
  const [head = '', tail = ''] = plain.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const left = 8 - groups(head).length - groups(tail).length
  const whole = [...groups(head), ...Array<string>(Math.max(0, left)).fill('0'), ...groups(tail)]
  return `${whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
