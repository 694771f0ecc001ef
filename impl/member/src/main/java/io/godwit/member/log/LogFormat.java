package io.godwit.member.log;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;

/** How lines of the log look. */
public enum LogFormat {
    /** For people: time, member, term and partition where there are any, text. */
    TEXT {
        @Override
        public String line(Instant time, String process, int member, int term, int partition, String text) {
            StringBuilder line = new StringBuilder().append(time);
            if (member > 0) {
                line.append(" [member ").append(member).append(" term ").append(term);
                line.append(partition < 0 ? "]" : " partition " + partition + "]");
            }
            return line.append(' ').append(text).toString();
        }
    },
    /** For programs: one JSON object. */
    JSON {
        @Override
        public String line(Instant time, String process, int member, int term, int partition, String text) {
            ObjectNode line = MAPPER.createObjectNode()
                    .put("time", time.toString())
                    .put("process", process)
                    .put("member", member)
                    .put("term", term);
            if (partition >= 0) {
                line.put("partition", partition);
            }
            try {
                return MAPPER.writeValueAsString(line.put("text", text));
            } catch (JsonProcessingException e) {
                throw new IllegalStateException("numbers and texts are JSON", e);
            }
        }
    };

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /**
     * One line, without its end.
     *
     * @param process its name in the configuration
     * @param member its number, 0 as long as it has none
     * @param term the highest term that it has promised to
     * @param partition which one it is about, negative for none
     */
    public abstract String line(Instant time, String process, int member, int term, int partition, String text);
}
