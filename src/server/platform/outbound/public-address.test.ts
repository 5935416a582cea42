import { expect, it } from 'vitest'
import { isPublicAddress } from './public-address.ts'

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.215.14',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80b::200e',
  '2001:200::1',
]

const CLOSED: Record<string, readonly string[]> = {
  'this network': ['0.0.0.0', '0.1.2.3', '::'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', 'fc00::1', 'fd12:3456::1'],
  'shared by a provider': ['100.64.0.1', '100.127.255.255'],
  'link-local': ['169.254.0.1', 'fe80::1', 'fe80::1%eth0', 'febf::1'],
  'what clouds tell their machines': ['169.254.169.254', '169.254.170.2', 'fd00:ec2::254', '100.100.100.200'],
  'multicast and broadcast': ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1'],
  reserved: ['192.0.0.1', '192.0.0.170', '198.18.0.1', '240.0.0.1', '192.88.99.1', '100::1', '5f00::1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  'IPv4 inside IPv6': ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1', '::127.0.0.1', '::7f00:1'],
  'translated IPv4': ['64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::1', '2002:7f00:1::', '2001::1'],
  'site-local': ['fec0::1'],
  'no address': ['', 'localhost', '127.1', '0x7f000001', '2130706433', '1.1.1.1.', '1.1.1.1:80', '[::1]'],
}

it('knows the addresses of the public internet from all others', () => {
  expect(PUBLIC.filter((address) => !isPublicAddress(address))).toEqual([])
  expect(Object.values(CLOSED).flat().filter(isPublicAddress)).toEqual([])
})
