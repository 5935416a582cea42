import { BRAND } from '#contract/brand.ts'

export const CLIP = { width: 1280, height: 720, fps: 24, seconds: 7 } as const

interface Sources {
  /** The mascots' sprite, as SVG text. */
  sprite: string
  /** The design system's tokens, for the mascots' colours and the palace's. */
  tokens: string
  /** The display face, base64. */
  display: string
}

/**
 * When each mascot enters (seconds), and where: the middle of its feet and its size, in pixels of the
 * stage.
 */
const CAST = [
  { name: 'knight', at: 0.5, x: 190, size: 230 },
  { name: 'guard', at: 0.9, x: 1090, size: 230 },
  { name: 'duke', at: 1.3, x: 374, size: 215 },
  { name: 'jester', at: 1.7, x: 904, size: 225 },
  { name: 'king', at: 2.4, x: 640, size: 380 },
] as const

/**
 * The stage as one page without network access: `draw(second)` always shows the same picture for the same
 * second.
 */
export const clipPage = ({ sprite, tokens, display }: Sources): string => `<!doctype html>
<style>
  ${tokens
    .replace(/@theme static/, ':root')
    .replace(/--[\w-]+-\*: initial;/g, '')
    .replace(/--\*: initial;/g, '')}
  @font-face { font-family: 'Clip'; font-weight: 100 900; src: url(data:font/woff2;base64,${display}) format('woff2'); }
  * { margin: 0; box-sizing: border-box; }
  body { width: ${CLIP.width}px; height: ${CLIP.height}px; overflow: hidden; background: var(--color-ground); color: var(--color-ink); font-family: 'Clip'; }
  .wall { position: absolute; inset: 0 0 150px; background-image: linear-gradient(to right, var(--color-hairline) 1px, transparent 1px), linear-gradient(to bottom, var(--color-hairline) 1px, transparent 1px); background-size: 60px 60px; background-position: center bottom; }
  .floor { position: absolute; inset: auto 0 0; height: 150px; background: var(--color-royal); border-top: 6px solid var(--color-brass); overflow: hidden; }
  .who { position: absolute; transform-origin: 50% 100%; overflow: visible; --mascot-stroke: 1.8; --mascot-detail: 1; }
  .words { position: absolute; inset: 46px 0 auto; text-align: center; }
  h1 { font-size: 92px; font-weight: 700; letter-spacing: -0.03em; line-height: 1; }
  p { position: absolute; inset: 0; display: grid; place-content: center; color: #fff; font-size: 44px; font-weight: 600; }
</style>
<div hidden>${sprite}</div>
<div class="wall"></div>
${CAST.map(({ name, x, size }) => `<svg class="who" data-name="${name}" viewBox="0 0 120 120" width="${size}" height="${size}" style="left:${x - size / 2}px;bottom:144px"><use href="#${name}"/></svg>`).join('')}
<div class="floor"><p>${BRAND.tagline}</p></div>
<div class="words"><h1>${BRAND.name}</h1></div>
<script>
  const cast = ${JSON.stringify(CAST)}
  const clamp = (n) => Math.max(0, Math.min(1, n))
  // Overshoots and comes back, like a spring.
  const spring = (n) => (n <= 0 ? 0 : n >= 1 ? 1 : 1 - Math.cos(n * 7.5) * Math.exp(-4.5 * n) * (1 - n))
  const ease = (n) => 1 - (1 - clamp(n)) ** 3
  function draw(second) {
    // The mascots stand still at the end, so that the last frame is a good picture.
    const calm = 1 - clamp((second - 5.6) / 1)
    for (const { name, at } of cast) {
      const risen = spring((second - at) / 1.1)
      const nod = Math.sin((second - at) * 4.2) * (name === 'king' ? 1.2 : 3) * calm * clamp((second - at - 0.8) / 0.5)
      const hop = Math.max(0, Math.sin((second - 3.9) * 6)) * (name === 'king' ? 0 : 16) * clamp((second - 3.9) / 0.2) * clamp((5.5 - second) / 0.4)
      const figure = document.querySelector('[data-name=' + name + ']')
      figure.style.transform = 'translateY(' + ((1 - risen) * 620 - hop) + 'px) rotate(' + nod + 'deg)'
    }
    const title = document.querySelector('.words')
    title.style.opacity = ease((second - 3.3) / 0.6)
    title.style.transform = 'translateY(' + (1 - ease((second - 3.3) / 0.6)) * -24 + 'px)'
    const tagline = document.querySelector('p')
    tagline.style.opacity = ease((second - 4.2) / 0.6)
    tagline.style.transform = 'translateY(' + (1 - ease((second - 4.2) / 0.6)) * 30 + 'px)'
  }
  draw(0)
</script>`
