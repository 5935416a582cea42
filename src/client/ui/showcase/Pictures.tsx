import { Logo, LogoMark } from '../Logo.tsx'
import { MASCOTS, Mascot } from '../Mascot.tsx'
import { Shelf } from './Shelf.tsx'

/** The mascots and the logo. */
export const Pictures = () => (
  <>
    {[240, 120, 64, 40].map((size) => (
      <Shelf key={size} label={`Mascots at ${size} px`}>
        {MASCOTS.map((name) => (
          <Mascot key={name} name={name} size={size} title={name} />
        ))}
      </Shelf>
    ))}
    <Shelf label="Logo">
      <Logo />
      {[96, 48, 32, 16].map((size) => (
        <LogoMark key={size} size={size} />
      ))}
    </Shelf>
  </>
)
