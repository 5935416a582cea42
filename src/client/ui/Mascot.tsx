import { clsx } from 'clsx'
import { stableHash } from './stable-hash.ts'
import sprite from './mascots.svg?no-inline'
import './Mascot.css'

/** The mascots: plunger knight, rubber-duck duke, toilet-roll jester, brush guard, the king on his throne. */
export const MASCOTS = ['knight', 'duke', 'jester', 'guard', 'king'] as const
export type MascotName = (typeof MASCOTS)[number]

/** The mascot of an id, always the same one (product section 2: posts without media). */
export const mascotFor = (id: string): MascotName => MASCOTS[stableHash(id, MASCOTS.length)] ?? 'king'

interface MascotProps {
  name: MascotName
  /** Width and height, px. Drawn for 40 to 240. Default 120. */
  size?: number
  /** Spoken text; without it the picture is decorative. */
  title?: string
  className?: string
}

/**
 * One of the five mascots. The drawings are in one sprite file that is loaded once and cached for ever; they
 * use the colours of the theme. Small ones have thicker lines and less detail.
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

/** The mascot of an id. */
export const MascotFor = ({ id, ...rest }: { id: string } & Omit<MascotProps, 'name'>) => (
  <Mascot {...rest} name={mascotFor(id)} />
)
