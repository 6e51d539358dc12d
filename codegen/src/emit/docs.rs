//! Docs of generated items: our words from `schema/docs/` where there are any, then the facts.

use super::{Emit, words};
use crate::methods::Method;
use crate::shape::{Kind, Member, Type};

impl Emit<'_> {
    /// The lines of a type's docs.
    pub(super) fn type_docs(&self, item: &Type) -> Vec<String> {
        let id = &self.module.revision.id;
        let what = match (&item.wire, &item.kind) {
            (Some(wire), Kind::Alias(..)) => format!("Another name for what `{wire}` of {id} is."),
            (Some(wire), _) => format!("`{wire}` of {id}."),
            (None, Kind::Alias(..)) => format!("A type that {id} writes inline."),
            (None, _) => format!("A type that the schema of {id} writes inline."),
        };
        let mut lines = self.opened(&item.name, "", what);
        lines.extend(self.uses(item));
        lines
    }

    /// Our words and then the fact, or the fact alone.
    fn opened(&self, definition: &str, member: &str, fact: String) -> Vec<String> {
        match self.folder.doc(definition, member) {
            Some(words) => vec![words.to_owned(), String::new(), fact],
            None => vec![fact],
        }
    }

    /// Which methods carry or answer with a type.
    fn uses(&self, item: &Type) -> Option<String> {
        let sender = |method: &Method| if method.from_client { "client" } else { "server" };
        let mut uses: Vec<String> = Vec::new();
        for method in &self.module.methods {
            let (name, sender) = (&method.name, sender(method));
            if method.message == item.name {
                let kind = if method.is_request { "request" } else { "notification" };
                uses.push(format!("the {kind} `{name}` of a {sender}"));
            } else if method.params.as_ref() == Some(&item.name) {
                uses.push(format!("the params of `{name}` from a {sender}"));
            } else if method.results.contains(&item.name) && item.name != "EmptyResult" {
                uses.push(format!("an answer to `{name}`"));
            }
        }
        (!uses.is_empty()).then(|| format!("\nIt is {}.", uses.join(", and ")))
    }

    /// The lines of a field's docs.
    pub(super) fn member_docs(&self, owner: &str, member: &Member) -> Vec<String> {
        let presence = match (member.required, member.nullable) {
            (true, false) => "",
            (true, true) => ", or `null`",
            (false, false) => "; optional",
            (false, true) => ", or `null`; optional",
        };
        let fact = format!("`{}`: {}{presence}.", member.wire, words(&member.facts));
        self.opened(owner, &member.wire, fact)
    }

    /// The lines of a marker's docs.
    pub(super) fn method_docs(&self, method: &Method) -> Vec<String> {
        let id = &self.module.revision.id;
        let both = self.module.methods.iter().filter(|other| other.marker == method.marker).count() > 1;
        let way = match (both, method.from_client) {
            (true, _) => "in both directions",
            (false, true) => "client to server",
            (false, false) => "server to client",
        };
        let kind = if method.is_request { "request" } else { "notification" };
        let mut lines = vec![format!("The {kind} `{}` of {id}, {way}.", method.name)];
        if !method.results.is_empty() {
            let results: Vec<_> = method.results.iter().map(|result| format!("[`{result}`]")).collect();
            lines.push(format!("\nAnswered with {}.", results.join(" or ")));
        }
        lines.push(format!("\nSee the [specification](https://modelcontextprotocol.io/specification/{id})."));
        lines
    }
}
