import { accessSync, constants, statSync } from 'node:fs'
import path from 'node:path'
import proxyAddr from 'proxy-addr'
import { z } from 'zod'

/** Values between commas. */
export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)

const isEverything = (subnet: string): boolean => /\/0(\.0\.0\.0)?$/.test(subnet)

/** Addresses or subnets that proxy-addr understands. */
export const areProxies = (addresses: string[]): boolean => {
  try {
    proxyAddr.compile(addresses.filter((one) => !isEverything(one)))
    return true
  } catch {
    return false
  }
}

/** Addresses that no proxy has, far apart: whoever trusts one of them trusts a large part of the internet. */
const NOBODYS = ['0.0.0.1', '240.0.0.1', '2001:2::1']

/** Whether the proxies that are trusted are a large part of the internet. */
export const trustsEverybody = (addresses: string[]): boolean => {
  if (addresses.some(isEverything)) return true
  if (!areProxies(addresses)) return false // it has its own sentence
  const trusts = proxyAddr.compile(addresses)
  return NOBODYS.some((address) => trusts(address, 0))
}

/** An http or https address without a path: cookies and links are for a whole host. */
export const isOrigin = (address: string): boolean => {
  if (!URL.canParse(address)) return true // it has its own sentence
  const { protocol, pathname, search, hash, username } = new URL(address)
  return /^https?:$/.test(protocol) && pathname === '/' && `${search}${hash}${username}` === ''
}

/** Names or addresses of hosts, each with or without a port: `alertmanager:9093`, `10.0.0.5`, `[::1]:9093`. */
export const areHosts = (hosts: string[]): boolean =>
  hosts.every((host) => /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i.test(host))

/** The path of a program, or its name on PATH, that this account can run. */
export const isProgram = (name: string): boolean => {
  const folders = name.includes('/') ? [''] : (process.env['PATH'] ?? '').split(path.delimiter)
  return folders.map((folder) => path.join(folder, name)).some(canRun)
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
