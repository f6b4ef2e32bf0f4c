-- Work items whose ids begin with a text, where they are few.
${beginnings};
