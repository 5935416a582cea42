import { ExampleRow } from './Shelf.tsx'
import { Logo, LogoMark } from '../Logo.tsx'
import { MASCOTS, Mascot } from '../Mascot.tsx'
import { useState } from 'react'
import { Button } from '../Button.tsx'

const SWATCHES = {
  Grounds: ['ground', 'surface', 'raised', 'sunken', 'wash', 'wash-strong', 'hairline', 'edge'],
  Ink: ['ink', 'ink-soft', 'ink-faint', 'focus'],
  Royal: ['royal', 'royal-strong', 'royal-ink', 'royal-wash'],
  Brass: ['brass', 'brass-ink', 'brass-wash'],
  Live: ['live', 'live-ink', 'live-wash'],
  Danger: ['danger', 'danger-strong', 'danger-ink', 'danger-wash'],
  Charts: ['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5', 'chart-6'],
}
const SIZES = ['5xl', '4xl', '3xl', '2xl', 'xl', 'lg', 'read', 'base', 'sm', 'xs']

const Swatch = ({ name }: { name: string }) => (
  <div className="w-24 text-xs">
    <div
      className="mb-1 h-12 rounded-md border border-hairline"
      style={{ background: `var(--color-${name})` }}
    />
    {name}
  </div>
)

/** Colours, type, tiles. */
export const Foundations = () => (
  <>
    {Object.entries(SWATCHES).map(([label, names]) => (
      <ExampleRow key={label} label={label}>
        {names.map((name) => (
          <Swatch key={name} name={name} />
        ))}
      </ExampleRow>
    ))}
    <ExampleRow label="Type" column>
      {SIZES.map((size, index) => (
        <p
          key={size}
          className={index < 5 ? 'min-w-0 wrap-anywhere font-display font-semibold' : 'min-w-0'}
          style={{
            fontSize: `var(--text-${size})`,
            lineHeight: `var(--text-${size}--line-height)`,
            letterSpacing: `var(--text-${size}--letter-spacing)`,
          }}
        >
          Post it. Roast it. Share it. Ça, Łódź, 0123456789
        </p>
      ))}
    </ExampleRow>
    <ExampleRow label="Tile wall">
      <div className="grid h-48 w-full place-items-center rounded-lg border border-hairline tiles">
        <p className="bg-ground px-4 font-display text-2xl">Only where there is room to breathe</p>
      </div>
    </ExampleRow>
  </>
)

/** The mascots and the logo. */
export const Pictures = () => (
  <>
    {[240, 120, 64, 40].map((size) => (
      <ExampleRow key={size} label={`Mascots at ${size} px`}>
        {MASCOTS.map((name) => (
          <Mascot key={name} name={name} size={size} title={name} />
        ))}
      </ExampleRow>
    ))}
    <ExampleRow label="Logo">
      <Logo />
      {[96, 48, 32, 16].map((size) => (
        <LogoMark key={size} size={size} />
      ))}
    </ExampleRow>
  </>
)

const KINDS = ['anim-flush', 'anim-splash', 'anim-drip', 'anim-rise', 'anim-fade'] as const

/** The animations, played at every click. */
export const Motion = () => {
  const [played, setPlayed] = useState<Record<string, number>>({})
  return (
    <ExampleRow label="Click to play">
      {KINDS.map((kind) => (
        <div key={kind} className="grid justify-items-center gap-3">
          <div
            key={played[kind] ?? 0}
            className={`grid h-20 w-40 place-items-center rounded-lg bg-royal-wash text-royal-ink ${played[kind] ? kind : ''}`}
          >
            {kind}
          </div>
          <Button size="sm" onClick={() => setPlayed((old) => ({ ...old, [kind]: (old[kind] ?? 0) + 1 }))}>
            {kind.replace('anim-', '')}
          </Button>
        </div>
      ))}
      <span className="flex gap-1" aria-label="typing" role="img">
        {[0, 150, 300].map((delay) => (
          <span
            key={delay}
            className="size-2 rounded-full bg-ink-faint anim-typing"
            style={{ animationDelay: `${delay}ms` }}
          />
        ))}
      </span>
    </ExampleRow>
  )
}
