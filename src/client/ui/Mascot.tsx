import { clsx } from 'clsx'
import { stableHash } from './stable-hash.ts'
import sprite from './mascots.svg?no-inline'
import './Mascot.css'

/**
 * The palace staff: plunger knight, rubber-duck duke, toilet-roll jester, brush guard, the king on his
 * throne.
 */
export const MASCOTS = ['knight', 'duke', 'jester', 'guard', 'king'] as const
export type MascotName = (typeof MASCOTS)[number]

/** The mascot that belongs to an id, always the same one (product section 2: posts without media). */
export const mascotFor = (id: string): MascotName => MASCOTS[stableHash(id, MASCOTS.length)] ?? 'king'

interface MascotProps {
  name: MascotName
  /** Pixels, width and height. Drawn for 40 to 240. Default 120. */
  size?: number
  /** Spoken text; without it the picture is decoration. */
  title?: string
  className?: string
}

/**
 * One of the five. The drawings live in one sprite file that is fetched once and cached for ever; they take
 * their colours from the theme's tokens. Small ones have a heavier line and less detail, large ones a finer
 * line.
 */
export const Mascot = ({ name, size = 120, title, className }: MascotProps) => (
  <svg
    viewBox="0 0 120 120"
    width={size}
    height={size}
    className={clsx('rf-mascot', size < 64 && 'rf-mascot-small', size >= 180 && 'rf-mascot-large', className)}
    {...(title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true })}
  >
    <use href={`${sprite}#${name}`} />
  </svg>
)

/** The mascot an id always gets. */
export const MascotFor = ({ id, ...rest }: { id: string } & Omit<MascotProps, 'name'>) => (
  <Mascot {...rest} name={mascotFor(id)} />
)
