import { BlockList, isIP } from 'node:net'

// The registries of special addresses: https://www.iana.org/assignments/iana-ipv4-special-registry and
// iana-ipv6-special-registry. Clouds answer for their machines at 169.254.169.254 and fd00:ec2::254.
const CLOSED_V4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by the customers of a provider
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
]

/** All others are loopback, private, link-local, multicast, mapped or translated IPv4, or not assigned. */
const OPEN_V6 = '2000::/3'
const CLOSED_V6 = [
  '2001::/23', // protocol assignments, Teredo
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which holds an IPv4 address
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
]

function listOf(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address, bits] = network.split('/') as [string, string]
    list.addSubnet(address, Number(bits), family)
  }
  return list
}

const closedV4 = listOf(CLOSED_V4, 'ipv4')
const openV6 = listOf([OPEN_V6], 'ipv6')
const closedV6 = listOf(CLOSED_V6, 'ipv6')

/** Whether an IP address belongs to the public internet. False for whatever is no IP address. */
export function isPublicAddress(address: string): boolean {
  // An address with a zone, such as fe80::1%eth0, names an interface of this machine.
  if (address.includes('%')) return false
  const version = isIP(address)
  if (version === 4) return !closedV4.check(address, 'ipv4')
  return version === 6 && openV6.check(address, 'ipv6') && !closedV6.check(address, 'ipv6')
}
