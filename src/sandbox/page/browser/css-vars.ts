import { nothing, type ElementPart } from 'lit';
import { Directive, directive } from 'lit/directive.js';

type Vars = Readonly<Record<`--${string}`, string | null>>;

class CssVars extends Directive {
  render(_vars: Vars): unknown {
    return nothing;
  }

  override update({ element }: ElementPart, [vars]: [Vars]): unknown {
    if (!(element instanceof HTMLElement)) return nothing;
    for (const [name, value] of Object.entries(vars)) {
      if (value === null) element.style.removeProperty(name);
      else element.style.setProperty(name, value);
    }
    return nothing;
  }
}

/** Sets custom properties. The content security policy forbids style attributes, which lit's styleMap writes first. */
export const cssVars = directive(CssVars);
