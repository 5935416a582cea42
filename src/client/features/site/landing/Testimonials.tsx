import { Avatar } from '#client/ui/Avatar.tsx'

interface Testimonial {
  words: string
  name: string
  title: string
}

const TESTIMONIALS: readonly Testimonial[] = [
  {
    words: 'I came in for two minutes. That was in spring. My legs no longer answer.',
    name: 'Dame Prudence Bidet',
    title: 'Lady of the Bath',
  },
  {
    words: 'My old network suggested I reconsider my wording. This one offered me a plunger.',
    name: 'Sir Clogsworth',
    title: 'Knight of the Bend',
  },
  {
    words: 'I posted my soul. Four hundred strangers threw poo at it. I have never felt so seen.',
    name: 'Marlene Ply',
    title: 'Poet, two-layered',
  },
]

/** Three quotes. */
export const Testimonials = () => (
  <section className="s-landing-section" aria-labelledby="testimonials">
    <div className="s-landing-width">
      <h2 id="testimonials" className="s-kicker">
        Overheard through the wall
      </h2>
      <ul className="s-voices">
        {TESTIMONIALS.map(({ words, name, title }) => (
          <li key={name}>
            <figure className="s-voice">
              <blockquote className="s-voice-words">{words}</blockquote>
              <figcaption className="flex items-center gap-3">
                <Avatar name={name} size={40} />
                <span className="min-w-0 leading-5">
                  <span className="block font-semibold">{name}</span>
                  <span className="block text-sm text-ink-soft">{title}</span>
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </div>
  </section>
)
