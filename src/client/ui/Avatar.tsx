import { clsx } from 'clsx'
import { useState } from 'react'
import { firstCharacter } from '#contract/text.ts'
import { stableHash } from './stable-hash.ts'
import './Avatar.css'

export type AvatarSize = 24 | 32 | 40 | 48 | 64 | 96

interface AvatarProps {
  /** Display name: gives the initials. */
  name: string
  /** Determines the colour; the handle or id, so that it survives a new name. Default name. */
  seed?: string
  src?: string | null | undefined
  /** Pixels. Default 40. */
  size?: AvatarSize
  /** true: a water-blue dot, spoken as 'online'. */
  online?: boolean
  /** Spoken text. Default none, because the name nearly always stands beside it. */
  alt?: string
  /** 'lazy' in lists; 'eager' for what is on screen first. */
  loading?: 'lazy' | 'eager'
  className?: string
}

const PALETTE = 6

/**
 * First letters of the first and last word that begin with one; whole graphemes, so that no accent or emoji
 * is cut.
 * The joiner between keeps Arabic letters apart.
 */
export const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/u)
  const lettered = words.filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const [first, ...others] = lettered.length > 0 ? lettered : words
  return [first, others.at(-1)]
    .map((word) => firstCharacter(word ?? ''))
    .filter(Boolean)
    .join('\u200c')
    .toLocaleUpperCase()
}

/** A picture of a person, or their initials on a colour when there is none or it fails. */
export const Avatar = ({
  name,
  seed = name,
  src,
  size = 40,
  online = false,
  alt = '',
  loading = 'lazy',
  className,
}: AvatarProps) => {
  const [failed, setFailed] = useState<string | null>(null)
  const face = stableHash(seed, PALETTE) + 1
  return (
    <span className={clsx('rf-avatar', `rf-avatar-${size}`, `rf-face-${face}`, className)}>
      {src && src !== failed ? (
        <img
          src={src}
          alt={alt}
          width={size}
          height={size}
          loading={loading}
          decoding="async"
          draggable={false}
          onError={() => setFailed(src)}
        />
      ) : (
        <span
          className="rf-avatar-initials"
          {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
        >
          {initialsOf(name)}
        </span>
      )}
      {online && (
        <span className="rf-avatar-dot">
          <span className="sr-only">online</span>
        </span>
      )}
    </span>
  )
}
