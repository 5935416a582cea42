import { randomBytes } from 'node:crypto'
import { config } from '#server/platform/config.ts'
import { ROLES, type MediaDocument, type Role } from './media.model.ts'

/** 128 random bits, so that nobody can guess a file's address. */
export const newFileToken = (): string => randomBytes(16).toString('hex')

const EXTENSION: Record<Role, string> = {
  full: 'webp',
  card: 'webp',
  avatar: 'webp',
  poster: 'webp',
  video: 'mp4',
  audio: 'm4a',
}
export const CONTENT_TYPE: Record<Role, string> = {
  full: 'image/webp',
  card: 'image/webp',
  avatar: 'image/webp',
  poster: 'image/webp',
  video: 'video/mp4',
  audio: 'audio/mp4',
}

/** Storage key of a file. */
export const mediaKeyOf = (token: string, role: Role): string => `${token}/${role}.${EXTENSION[role]}`
/** Storage key of a video's original. */
export const originalKey = (token: string): string => `${token}/original`
/** Storage key that a PUT link to the bucket writes. */
export const arrivalKey = (token: string): string => `${token}/arrival`

/** All file names that an upload's folder may hold. */
export const NAMES: readonly string[] = [
  ...ROLES.map((role) => `${role}.${EXTENSION[role]}`),
  'original',
  'arrival',
]

/** Storage keys of all files of a record. Not `arrival`: the client can send it again. */
export const mediaKeysOf = ({
  token,
  files,
  state,
  job,
  gaveUp,
}: Pick<MediaDocument, 'token' | 'files' | 'state' | 'job' | 'gaveUp'>): string[] =>
  state === 'gone'
    ? []
    : [...files.map(({ role }) => mediaKeyOf(token, role)), ...(job || gaveUp ? [originalKey(token)] : [])]

const DIRECT = '/api/media/direct/'

/** The address of a file. That of a main one has no role: the video, the recording, the picture at its largest. */
export const urlOf = (token: string, role: Role): string =>
  `${DIRECT}${token}${isMain(role) ? '' : `-${role}`}.${EXTENSION[role]}`
export const isMain = (role: Role): boolean => role === 'video' || role === 'audio' || role === 'full'

/** As in /api/media/direct/{filename}. Its extension is not used: the content type comes from the record. */
export const FILENAME = new RegExp(`^([0-9a-f]{32})(?:-(${ROLES.join('|')}))?\\.[A-Za-z0-9]{1,10}$`)

/** The upload and file of a filename; `role` is null for the main file. Null for an invalid name. */
export function parseFilename(filename: string): { token: string; role: Role | null } | null {
  const match = FILENAME.exec(filename)
  return match && { token: match[1]!, role: (match[2] as Role | undefined) ?? null }
}

// '/objects/' is an older form of '/api/' in the product document (section 7).
const OWN_PATHS = [DIRECT, '/objects/media/direct/']

/** The upload that an address of this site names; null for other addresses. */
export function tokenIn(address: string): string | null {
  const path = address.startsWith(`${config.PUBLIC_URL}/`) ? address.slice(config.PUBLIC_URL.length) : address
  const prefix = OWN_PATHS.find((one) => path.startsWith(one))
  return prefix ? (parseFilename(path.slice(prefix.length))?.token ?? null) : null
}
